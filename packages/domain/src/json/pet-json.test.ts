import * as fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { CategoryId } from '../category-id.ts';
import type { InvalidPet } from '../errors.ts';
import { maxInt64, minInt64 } from '../int64.ts';
import { type Pet, withId } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import { PetName } from '../pet-name.ts';
import { petStatuses } from '../pet-status.ts';
import { parseNewPetJson, parsePetJson, petJson } from './pet-json.ts';

const int64 = fc.bigInt({ min: minInt64, max: maxInt64 });
const pet: fc.Arbitrary<Pet> = fc
  .record(
    {
      id: int64.filter(PetId.is),
      name: fc.string({ unit: 'binary' }).filter(PetName.is),
      categoryId: int64.filter(CategoryId.is),
      status: fc.constantFrom(...petStatuses),
    } satisfies Record<keyof Pet, fc.Arbitrary<unknown>>,
    { requiredKeys: ['id', 'name', 'categoryId'] },
  )
  .map(({ id, ...newPet }) => withId(id, newPet));

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
      fc.property(pet, (animal) => {
        const { id: _, ...newPet } = animal;
        expect(parsePetJson(petJson(animal))).toStrictEqual(E.right(animal));
        expect(parseNewPetJson(petJson(animal))).toStrictEqual(E.right(newPet));
      }),
    );
  });
});

describe('parsePetJson', () => {
  const violations = (text: string): unknown =>
    E.mapLeft((invalid: InvalidPet) => invalid.violations)(parsePetJson(text));

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

  it('names every field that is missing or broken, and never rounds', () => {
    const integer = 'must be an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
    expect(violations('{"categoryId":9007199254740993.0,"status":null}')).toEqual(
      E.left([
        { path: 'id', message: 'is required' },
        { path: 'name', message: 'is required' },
        { path: 'categoryId', message: integer },
        { path: 'status', message: 'must be one of available, pending, sold' },
      ]),
    );
  });
});
