import { describe, expect, test } from 'vitest';
import { int64Digits, type NewPet, newPetJson, readPets } from './pet.ts';

test.each<readonly [NewPet, string]>([
  [{ name: 'Rex', categoryId: 1n, status: undefined }, '{"name":"Rex","categoryId":1}'],
  [{ name: 'Rex', categoryId: 1n, status: 'sold' }, '{"name":"Rex","categoryId":1,"status":"sold"}'],
  [{ name: '"\\\u2028\ud83d\ude00', categoryId: -1 }, '{"name":"\\"\\\\\u2028\ud83d\ude00","categoryId":-1}'],
  [{ name: '', categoryId: 2n ** 63n - 1n }, '{"name":"","categoryId":9223372036854775807}'],
  [{ categoryId: 1 } as NewPet, '{"categoryId":1}'],
  [{ id: 5n, name: 'Rex', categoryId: 1, age: 3 } as NewPet, '{"name":"Rex","categoryId":1}'],
])('newPetJson of %o', (newPet, json) => {
  expect(newPetJson(newPet)).toBe(json);
});

describe('readPets', () => {
  const pet = { id: 1n, name: 'Rex', categoryId: 2n };

  test.each([pet, ...['available', 'pending', 'sold'].map((status) => ({ ...pet, status }))])('reads %o', (read) => {
    expect(readPets([read, { ...read, age: 3n }])).toStrictEqual([read, read]);
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
    expect(() => readPets([pet, json])).toThrow(new TypeError(reason));
    expect(() => readPets({ 0: pet, length: 1 })).toThrow(new TypeError('it is not an array'));
  });
});

describe('int64Digits', () => {
  test.each([
    [-0, '0'],
    [9007199254740991, '9007199254740991'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
  ])('of %s', (value, digits) => {
    expect(int64Digits('id', value)).toBe(digits);
  });

  test.each([2 ** 53, 1.5, Number.NaN, 2n ** 63n, '5' as unknown as bigint])('refuses %s', (value) => {
    expect(() => int64Digits('id', value)).toThrow(
      new RangeError('id must be an int64: a bigint, or a number that is a safe integer'),
    );
  });
});
