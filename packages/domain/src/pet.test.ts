import { valid } from '@animal-store/testkit/valid';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AnimalStore } from './animal-store.ts';
import { PetId } from './int64.ts';
import { decodeNewPet, NewPet, type NewPetName, newPetEq, Pet, PetName, petStatuses, withId } from './pet.ts';
import { isImportablePetId } from './pet-maintenance.ts';
import type { PetRepository } from './pet-repository.ts';
import { reasonsOf } from './violation.ts';

const int64 = 'must be an integer between -9223372036854775808 and 9223372036854775807';
const status = 'must be one of available, pending, sold';
const rex = { name: 'Rex', categoryId: 7n };

describe('decodeNewPet', () => {
  it.each([undefined, ...petStatuses])(
    'takes the fields of an animal alone, in their order, with status %s',
    (status) => {
      const given = Object.freeze({ owner: 'Ann', id: 4711n, status, categoryId: 7, name: 'Rex', constructor: 3 });
      const fields = [...Object.entries(rex), ...(status === undefined ? [] : [['status', status]])];
      expect(E.map(Object.entries)(decodeNewPet(given))).toEqual(E.right(fields));
    },
  );

  it.each<readonly [unknown, string]>([
    [null, 'must be an object'],
    [[rex], 'must be an object'],
    [{ name: undefined }, 'name is required, categoryId is required'],
    [{ status: 'gone', categoryId: 1.5, name: 7 }, `name must be a string, categoryId ${int64}, status ${status}`],
    [{ ...rex, status: null }, `status ${status}`],
    [JSON.parse('{"categoryId":7,"__proto__":{"name":"Rex"}}'), 'name is required'],
  ])('names every broken field of value %#, in the order of the specification', (input, reasons) => {
    expect(E.mapLeft(reasonsOf)(NewPet.decode(input))).toEqual(E.left(reasons));
  });

  it.each([
    '{"name":"Rex","categoryId":7,"__proto__":{"status":"sold","name":1}}',
    '{"name":"Rex","categoryId":7,"__proto__":{"status":1}}',
    '{"__proto__":null,"name":"Rex","categoryId":7}',
    '{"name":"Rex","categoryId":7,"constructor":{"prototype":{"status":"sold"}}}',
  ])('ignores a field that would change the prototype: %s', (json) => {
    const decoded = decodeNewPet(JSON.parse(json));
    expect(decoded).toEqual(E.right(rex));
    expect(E.map((pet: NewPet) => [Object.getPrototypeOf(pet), pet.status])(decoded)).toEqual(
      E.right([Object.prototype, undefined]),
    );
  });

  it('gives an animal or violations of its own fields, whatever the input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ name: fc.anything(), categoryId: fc.anything() })), (input) => {
        const decoded = decodeNewPet(input);
        if (E.isRight(decoded)) expect(NewPet.is(decoded.right)).toBe(true);
        else
          for (const { path } of decoded.left.violations) expect(['', 'name', 'categoryId', 'status']).toContain(path);
      }),
    );
  });
});

describe('Pet', () => {
  it('takes an animal with its id, and puts the id first', () => {
    const decoded = Pet.decode({ status: 'sold', categoryId: 7, name: 'Rex', id: 1 });
    expect(E.map(Object.keys)(decoded)).toEqual(E.right(['id', 'name', 'categoryId', 'status']));
    expect(E.mapLeft(reasonsOf)(Pet.decode({ id: '1', status: 'gone', ...rex }))).toEqual(
      E.left(`id ${int64}, a JSON number and not a string, status ${status}`),
    );
  });

  it('guards what has been decoded, and nothing else', () => {
    expect([Pet.is({ id: 1n, ...rex }), Pet.is(rex), Pet.is({ id: 1, ...rex })]).toEqual([true, false, false]);
    expect([NewPet.is(rex), NewPet.is({ ...rex, status: 'gone' }), NewPet.is(null)]).toEqual([true, false, false]);
  });
});

it.each([{}, { status: 'sold' }])('are encoded with their own fields alone, the id first: %j', (more) => {
  const given = { ...valid(NewPet)({ ...rex, ...more }), owner: 'Ann', id: 4711n };
  expect(Object.entries(NewPet.encode(given))).toEqual(Object.entries({ ...rex, ...more }));
  expect(Object.entries(withId(valid(PetId)(1n), given))).toEqual(Object.entries({ id: 1n, ...rex, ...more }));
});

it.each<readonly [string, boolean]>([
  ['x'.repeat(1_000), true],
  ['🐕'.repeat(1_000), true],
  ['x'.repeat(1_001), false],
  [`${'🐕'.repeat(1_000)}x`, false],
  ['\n'.repeat(1_001), false],
])('only a new animal needs a short name: case %#', (name, isShort) => {
  const rule = 'name must have at most 1000 characters';
  const [newPet, pet] = [
    { ...rex, name },
    { id: 1n, ...rex, name },
  ];
  expect(E.mapLeft(reasonsOf)(NewPet.decode(newPet))).toEqual(isShort ? E.right(newPet) : E.left(rule));
  expect(Pet.decode(pet)).toEqual(E.right(pet));
});

it.each(['', ' ', '\0', 'e\u0301', '🐕', '\ufffd', 'x'.repeat(100_000)])('takes name %#', (name) => {
  expect(PetName.decode(name)).toEqual(E.right(name));
});

it.each([
  ...['\ud83d', 'Re\udc15x'].map((name) => [name, 'must be well-formed Unicode text'] as const),
  ...[7, null, ['Rex'], Object('Rex')].map((name) => [name, 'must be a string'] as const),
])('refuses name %#', (name, rule) => {
  expect(E.mapLeft(reasonsOf)(PetName.decode(name))).toEqual(E.left(rule));
});

it('takes any string that UTF-8 can keep', () => {
  const codeUnits = fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }));
  fc.assert(
    fc.property(fc.array(codeUnits, { maxLength: 6 }), (units) => {
      const text = String.fromCharCode(...units);
      const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)) === text;
      expect(PetName.is(text)).toBe(kept);
    }),
    { numRuns: 1000 },
  );
});

it('the compiler refuses to add a stored animal, whose name may be long', () => {
  expectTypeOf<AnimalStore['addPet']>().parameter(0).toEqualTypeOf<NewPet>();
  expectTypeOf<PetRepository['add']>().parameter(0).toEqualTypeOf<NewPet>();
  expectTypeOf<Pet>().not.toExtend<NewPet>();
  expectTypeOf<PetName>().not.toExtend<NewPetName>();
  expectTypeOf<NewPetName>().toExtend<PetName>();
});

describe('newPetEq', () => {
  const sold = { ...rex, status: 'sold' };

  it.each<readonly [boolean, object, object]>([
    [true, sold, { ...sold }],
    [true, rex, { ...rex }],
    [false, sold, { ...sold, name: 'rex' }],
    [false, sold, { ...sold, categoryId: 8n }],
    [false, sold, { ...sold, status: 'pending' }],
    [false, sold, rex],
    [false, rex, sold],
    [false, { ...rex, name: '\u00e9' }, { ...rex, name: 'e\u0301' }],
    [false, { ...rex, categoryId: 2n ** 53n }, { ...rex, categoryId: 2n ** 53n + 1n }],
  ])('is %s of pair %#', (areEqual, one, other) => {
    expect(newPetEq.equals(valid(NewPet)(one), valid(NewPet)(other))).toBe(areEqual);
    const stored = valid(Pet)({ id: 1n, ...one });
    expect(newPetEq.equals(stored, valid(NewPet)(other))).toBe(areEqual);
  });
});

it('an import keeps ids from 1 to 2^52', () => {
  const ids = [0n, 1n, 2n ** 52n, 2n ** 52n + 1n].map(valid(PetId));
  expect(ids.map(isImportablePetId)).toEqual([false, true, true, false]);
});
