import {
  CategoryId,
  maxInt64,
  minInt64,
  type Pet,
  PetId,
  PetName,
  petJson,
  petStatuses,
  withId,
} from '@animal-store/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { petsJson } from './pets-json.ts';

const int64 = fc.bigInt({ min: minInt64, max: maxInt64 });
const pet: fc.Arbitrary<Pet> = fc
  .record(
    {
      id: int64.filter(PetId.is),
      name: fc.string({ unit: 'binary' }).filter(PetName.is),
      categoryId: int64.filter(CategoryId.is),
      status: fc.constantFrom(...petStatuses),
    },
    { requiredKeys: ['id', 'name', 'categoryId'] },
  )
  .map(({ id, ...newPet }) => withId(id, newPet));

/** The animals as a client reads them that parses integers as bigint. */
const parse = (json: string): unknown =>
  JSON.parse(json, (_key, value, context?: { readonly source: string }) =>
    typeof value === 'number' ? BigInt(context?.source ?? 'none') : value,
  );

describe('petsJson', () => {
  it('writes no animals as an empty array', () => {
    expect(petsJson([])).toBe('[]');
  });

  it('parses to the same animals in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pet), async (animals) => {
        expect(parse(String(await petsJson(animals)))).toStrictEqual(animals);
      }),
    );
  });

  it('is the same if it is large and written in portions', async () => {
    const [first] = fc.sample(pet, 1);
    const animals = Array.from({ length: 10 }, (_, index) => ({
      ...(first as Pet),
      name: `${'é'.repeat(60_000)}${index}` as PetName,
    }));
    expect(String(await petsJson(animals))).toBe(`[${animals.map(petJson).join(',')}]`);
  });
});
