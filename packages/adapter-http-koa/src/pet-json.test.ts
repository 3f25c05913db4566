import { CategoryId, maxInt64, minInt64, type Pet, PetId, PetName, petStatuses, withId } from '@animal-store/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { petJson, petsJson } from './pet-json.ts';

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

/** What a client reads that takes integers as bigint. */
const parse = (json: string): unknown =>
  JSON.parse(json, (_key, value, context?: { readonly source: string }) =>
    typeof value === 'number' ? BigInt(context?.source ?? 'none') : value,
  );

const named = (name: string): Pet => ({ id: 1n, name, categoryId: 2n }) as Pet;

describe('petJson', () => {
  it('writes the fields in the order of the interface specification, and no more', () => {
    const full = { status: 'sold', categoryId: maxInt64, name: 'Rex', id: minInt64, tag: 'x' } as Pet & { tag: string };
    expect(petJson(full)).toBe(
      '{"id":-9223372036854775808,"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
    );
    expect(petJson(named(''))).toBe('{"id":1,"name":"","categoryId":2}');
  });

  it.each([
    ['"', '\\"'],
    ['\\', '\\\\'],
    ['\u0000\u001f', '\\u0000\\u001f'],
    ['\b\t\n\f\r', '\\b\\t\\n\\f\\r'],
    ['\u007f', '\u007f'],
    ['\u2028\u2029', '\u2028\u2029'],
    ['</script>', '</script>'],
    ['Zoë 猫 🐈', 'Zoë 猫 🐈'],
    ['","id":2,"x":"', '\\",\\"id\\":2,\\"x\\":\\"'],
  ])('writes the name %j as a JSON string', (name, written) => {
    expect(petJson(named(name))).toBe(`{"id":1,"name":"${written}","categoryId":2}`);
  });

  it('is read back as the same animal', () => {
    fc.assert(
      fc.property(pet, (animal) => {
        const read = parse(petJson(animal));
        expect(read).toStrictEqual(animal);
        expect(Object.keys(read as object)).toEqual(
          ['id', 'name', 'categoryId', 'status'].slice(0, animal.status ? 4 : 3),
        );
      }),
    );
  });
});

describe('petsJson', () => {
  it('writes no animals as an empty array', () => {
    expect(petsJson([])).toBe('[]');
  });

  it('is read back as the same animals, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pet), async (animals) => {
        expect(parse(String(await petsJson(animals)))).toStrictEqual(animals);
      }),
    );
  });

  it('is the same when it is large and made in portions', async () => {
    const [first] = fc.sample(pet, 1);
    const animals = Array.from({ length: 10 }, (_, index) => ({
      ...(first as Pet),
      name: `${'é'.repeat(60_000)}${index}` as PetName,
    }));
    expect(String(await petsJson(animals))).toBe(`[${animals.map(petJson).join(',')}]`);
  });
});
