import { runToEnd } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/animal-store-error.ts';
import { type NewPet, petStatuses } from '../src/index.ts';
import { newPetJson, readPet } from '../src/pet.ts';

const { stdout } = await runToEnd({ args: ['openapi'] });
const codes = new Set();
const { schemas } = JSON.parse(stdout, (name, value) => {
  if (name === 'code' && typeof value === 'string') codes.add(value);
  return value;
}).components;

test('the codes and statuses are those of the OpenAPI document, whose examples have every code', () => {
  expect(new Set(serviceErrorCodes)).toEqual(codes);
  expect(petStatuses).toEqual(schemas.PetStatus.enum);
});

test('an animal is read and written with the fields of the OpenAPI document, and no others', () => {
  // The first example of each field; a status has none, because it is an enumeration.
  const sample = (schema: string) =>
    Object.fromEntries(
      Object.entries<{ readonly examples?: readonly unknown[] }>(schemas[schema].properties).map(
        ([name, { examples }]) => {
          const [value = petStatuses[0]] = examples ?? [];
          return [name, typeof value === 'number' ? BigInt(value) : value];
        },
      ),
    );
  expect(readPet(sample('Pet'))).toEqual(sample('Pet'));
  expect(Object.keys(JSON.parse(newPetJson(sample('PetInput') as unknown as NewPet)))).toEqual(
    Object.keys(schemas.PetInput.properties),
  );
});
