import { describe, expect, test } from 'vitest';
import { int64Digits, type NewPet, newPetJson, readPet, readPets } from './pet.ts';

describe('newPetJson', () => {
  test.each<readonly [NewPet, string]>([
    [{ name: 'Rex', categoryId: 1 }, '{"name":"Rex","categoryId":1}'],
    [{ name: 'Rex', categoryId: 1n, status: undefined }, '{"name":"Rex","categoryId":1}'],
    [{ name: 'Rex', categoryId: 1n, status: 'sold' }, '{"name":"Rex","categoryId":1,"status":"sold"}'],
    [{ name: '"\\\u2028\ud83d\ude00', categoryId: -1 }, '{"name":"\\"\\\\\u2028\ud83d\ude00","categoryId":-1}'],
    [{ name: '', categoryId: 2n ** 63n - 1n }, '{"name":"","categoryId":9223372036854775807}'],
    [{ categoryId: 1 } as NewPet, '{"categoryId":1}'],
  ])('of %o', (newPet, json) => {
    expect(newPetJson(newPet)).toBe(json);
  });

  test('fields that an animal does not have are left out', () => {
    const newPet = { id: 5n, name: 'Rex', categoryId: 1, age: 3 };
    expect(newPetJson(newPet)).toBe('{"name":"Rex","categoryId":1}');
  });
});

describe('readPet', () => {
  const pet = { id: 1n, name: 'Rex', categoryId: 2n };

  test.each(['available', 'pending', 'sold'])('reads an animal that is %s', (status) => {
    expect(readPet({ ...pet, status })).toStrictEqual({ ...pet, status });
  });

  test('reads one without a status, and ignores what an animal does not have', () => {
    expect(readPet({ ...pet, age: 3n })).toStrictEqual(pet);
  });

  test.each([
    [{ ...pet, id: undefined }, 'the id of an animal is not an int64'],
    [{ ...pet, name: 5n }, 'the name of an animal is not a string'],
    [{ ...pet, id: 2n ** 63n }, 'the id of an animal is not an int64'],
    [{ ...pet, id: -(2n ** 63n) - 1n }, 'the id of an animal is not an int64'],
    [{ ...pet, categoryId: 1.5 }, 'the categoryId of an animal is not an int64'],
    [{ ...pet, status: null }, 'the status of an animal is not one of available, pending, sold'],
    [null, 'the id of an animal is not an int64'],
  ])('refuses %o', (json, reason) => {
    expect(() => readPet(json)).toThrow(new TypeError(reason));
  });
});

test('readPets refuses what is not an array of animals', () => {
  expect(() => readPets({ 0: {}, length: 1 })).toThrow(new TypeError('it is not an array'));
  expect(() => readPets([{ id: 1n, name: 'Rex', categoryId: 2n }, null])).toThrow(
    new TypeError('the id of an animal is not an int64'),
  );
});

describe('int64Digits', () => {
  test.each([
    [-0, '0'],
    [-7, '-7'],
    [9007199254740991, '9007199254740991'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
  ])('of %s', (value, digits) => {
    expect(int64Digits('id', value)).toBe(digits);
  });

  test.each([[2 ** 53], [1.5], [Number.NaN], [2n ** 63n], ['5' as unknown as bigint]])('refuses %s', (value) => {
    expect(() => int64Digits('id', value)).toThrow(
      new RangeError('id must be an int64: a bigint, or a number that is a safe integer'),
    );
  });
});
