import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { hasStatus, NewPet, newPetEq, Pet, withId } from './pet.ts';
import { PetId } from './pet-id.ts';
import { isKeptPetId } from './pet-maintenance.ts';

const int64 = 'must be an integer between -9223372036854775808 and 9223372036854775807';
const rex = { name: 'Rex', categoryId: 7n };

describe('Pet', () => {
  it('takes an animal with its id, and puts the fields in the order of the specification', () => {
    const decoded = Pet.decode({ status: 'sold', owner: 'Ann', categoryId: 7, name: 'Rex', id: 1 });
    expect(decoded).toEqual(E.right({ id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' }));
    expect(E.map(Object.keys)(decoded)).toEqual(E.right(['id', 'name', 'categoryId', 'status']));
  });

  it('names every broken field at once, the id first', () => {
    expect(violationsOf(Pet, { id: '1', name: 7, status: 'gone' })).toEqual([
      { path: 'id', message: int64 },
      { path: 'name', message: 'must be a string' },
      { path: 'categoryId', message: 'is required' },
      { path: 'status', message: 'must be one of available, pending, sold' },
    ]);
  });

  it('refuses what is no object', () => {
    expect(violationsOf(Pet, null)).toEqual([{ path: '', message: 'must be an object' }]);
  });

  it('takes no status from a __proto__', () => {
    const json = JSON.parse('{"id":1,"name":"Rex","categoryId":7,"__proto__":{"status":"gone"}}');
    expect(E.map((pet: Pet) => pet.status)(Pet.decode(json))).toEqual(E.right(undefined));
  });

  it('encodes to its own fields, an absent status absent', () => {
    const pet = known(Pet)({ id: 1n, ...rex });
    expect(Object.keys(Pet.encode(pet))).toEqual(['id', 'name', 'categoryId']);
    expect(Pet.encode({ ...pet, status: 'sold' })).toEqual({ id: 1n, ...rex, status: 'sold' });
    expect(Object.keys(NewPet.encode(pet))).toEqual(['name', 'categoryId']);
  });

  it('guards what has been decoded, and nothing else', () => {
    expect([Pet.is({ id: 1n, ...rex }), Pet.is(rex), Pet.is({ id: 1, ...rex })]).toEqual([true, false, false]);
    expect([NewPet.is(rex), NewPet.is({ ...rex, status: 'gone' }), NewPet.is(null)]).toEqual([true, false, false]);
  });
});

describe('withId', () => {
  it('puts the id first, and leaves an absent status absent', () => {
    const pet = withId(known(PetId)(1n), known(NewPet)(rex));
    expect(pet).toEqual({ id: 1n, ...rex });
    expect(Object.keys(pet)).toEqual(['id', 'name', 'categoryId']);
  });

  it('keeps a status, and nothing that is no field of an animal', () => {
    const given = { ...known(NewPet)({ ...rex, status: 'sold' }), owner: 'Ann', id: 4711n };
    expect(Object.entries(withId(known(PetId)(1n), given))).toEqual([
      ['id', 1n],
      ['name', 'Rex'],
      ['categoryId', 7n],
      ['status', 'sold'],
    ]);
  });
});

describe('newPetEq', () => {
  const sold = known(NewPet)({ ...rex, status: 'sold' });

  it('holds for equal fields', () => {
    expect(newPetEq.equals(sold, { ...sold })).toBe(true);
    expect(newPetEq.equals(known(NewPet)(rex), known(NewPet)(rex))).toBe(true);
  });

  it.each([
    { ...rex, name: 'rex', status: 'sold' },
    { ...rex, categoryId: 8n, status: 'sold' },
    { ...rex, status: 'pending' },
    rex,
  ])('does not hold when one field differs: case %#', (other) => {
    expect(newPetEq.equals(sold, known(NewPet)(other))).toBe(false);
    expect(newPetEq.equals(known(NewPet)(other), sold)).toBe(false);
  });

  it('tells é from e with an accent, and 2^53 from 2^53 + 1', () => {
    const pair = (a: object, b: object) =>
      newPetEq.equals(known(NewPet)({ ...rex, ...a }), known(NewPet)({ ...rex, ...b }));
    expect(pair({ name: '\u00e9' }, { name: 'e\u0301' })).toBe(false);
    expect(pair({ categoryId: 2n ** 53n }, { categoryId: 2n ** 53n + 1n })).toBe(false);
  });
});

describe('hasStatus', () => {
  const pets = [undefined, 'available', 'pending', 'sold'].map((status, index) =>
    known(Pet)({ id: BigInt(index), ...rex, status }),
  );
  const passing = (status: Parameters<typeof hasStatus>[0]) => pets.filter(hasStatus(status)).map((pet) => pet.status);

  it('passes every animal without a filter', () => {
    expect(passing(undefined)).toEqual([undefined, 'available', 'pending', 'sold']);
  });

  it.each(['available', 'pending', 'sold'] as const)('passes only the animals that are %s', (status) => {
    expect(passing(status)).toEqual([status]);
  });
});

describe('isKeptPetId', () => {
  it.each([
    [0n, false],
    [1n, true],
    [2n ** 52n, true],
    [2n ** 52n + 1n, false],
  ])('is, for %s, %s', (id, isKept) => {
    expect(isKeptPetId(known(PetId)(id))).toBe(isKept);
  });
});
