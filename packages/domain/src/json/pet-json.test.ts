import { valid } from '@animal-store/testkit/valid';
import * as fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { maxInt64, minInt64 } from '../int64.ts';
import { Pet, petStatuses } from '../pet.ts';
import { parseNewPetJson, parsePetJson, petJson, petsJson } from './pet-json.ts';

const int64 = fc.bigInt({ min: minInt64, max: maxInt64 });
const pets: fc.Arbitrary<Pet> = fc
  .record(
    {
      id: int64,
      name: fc.string({ unit: 'binary' }),
      categoryId: int64,
      status: fc.constantFrom(...petStatuses),
    } satisfies Record<keyof Pet, fc.Arbitrary<unknown>>,
    { requiredKeys: ['id', 'name', 'categoryId'] },
  )
  .map(valid(Pet));

const named = (name: string): Pet => ({ id: 1n, name, categoryId: 2n }) as Pet;

describe('petJson', () => {
  it('writes the fields in the order of the interface, and no more', () => {
    const full = { status: 'sold', categoryId: maxInt64, name: 'Rex', id: minInt64, tag: 'x' } as Pet & { tag: string };
    expect(petJson(full)).toBe(
      '{"id":-9223372036854775808,"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
    );
    expect(petJson(named('","id":2,"'))).toBe('{"id":1,"name":"\\",\\"id\\":2,\\"","categoryId":2}');
  });

  it('is read back as the same animal', () => {
    fc.assert(
      fc.property(pets, (animal) => {
        const { id: _, ...newPet } = animal;
        expect(parsePetJson(petJson(animal))).toStrictEqual(E.right(animal));
        expect(parseNewPetJson(petJson(animal))).toStrictEqual(E.right(newPet));
      }),
    );
  });
});

it('petsJson writes a list', () => {
  expect([[], [named('a')], [named('a'), named('b')]].map(petsJson)).toEqual([
    '[]',
    '[{"id":1,"name":"a","categoryId":2}]',
    '[{"id":1,"name":"a","categoryId":2},{"id":1,"name":"b","categoryId":2}]',
  ]);
});

describe('parsePetJson', () => {
  it('ignores other fields', () => {
    expect(parsePetJson('{"tag":[{"id":2}],"id":1,"name":"","categoryId":2.0,"__proto__":{"status":"sold"}}')).toEqual(
      E.right(named('')),
    );
  });

  it.each([
    ['', 'is required'],
    ['{"id":1', 'must be well-formed JSON'],
    ['[1]', 'must be an object'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'must not be nested deeper than 32 levels'],
  ])('refuses %s as a whole', (text, message) => {
    expect(parsePetJson(text)).toEqual(E.left({ _tag: 'InvalidPet', violations: [{ path: '', message }] }));
  });

  it('never rounds', () => {
    const integer = 'must be an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
    const parsed = parsePetJson('{"name":"Rex","categoryId":9007199254740993.0}');
    const violations = [
      { path: 'id', message: 'is required' },
      { path: 'categoryId', message: integer },
    ];
    expect(parsed).toEqual(E.left({ _tag: 'InvalidPet', violations }));
  });
});
