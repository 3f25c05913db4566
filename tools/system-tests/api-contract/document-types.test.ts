import type * as client from '@animal-store/client';
import type * as domain from '@animal-store/domain';
import { expectTypeOf, it } from 'vitest';
// `npm run types` writes this file from `openapi.yaml` before it compiles the tests. At run time nothing is imported.
import type { components, operations } from './dist/openapi.d.ts';

/** A value as the document has it: each integer is a number, and each text that is not one of listed values a string. */
type Json<A> = A extends bigint | number
  ? number
  : A extends string
    ? Record<never, 0> extends Record<A, 0>
      ? string
      : A
    : A;

/** The fields of an object, without those that later versions may add. */
type Fields<A> = { -readonly [K in keyof A as string extends K ? never : K]: Json<Exclude<A[K], undefined>> };

type Given<Name extends keyof operations, Place extends 'query' | 'header'> = Exclude<
  operations[Name]['parameters'][Place],
  undefined
>;

/** The parameters of each operation that has some. */
type Parameters<Place extends 'query' | 'header'> = {
  [Name in keyof operations as [Given<Name, Place>] extends [never] ? never : Name]: Fields<Given<Name, Place>>;
};

/** Clients take it from the link of the page before. */
interface Cursor {
  readonly cursor?: string;
}

it('has the operations of the domain and of the client', () => {
  expectTypeOf<keyof operations>().toEqualTypeOf<keyof domain.AnimalStore>();
  expectTypeOf<keyof operations>().toEqualTypeOf<client.OperationName>();
});

it('has their parameters, with the same values', () => {
  type Query = Partial<Omit<domain.ListPetsQuery, 'after'>>;
  expectTypeOf<Parameters<'query'>>().toEqualTypeOf<{ listPets: Fields<Query & Cursor> }>();
  expectTypeOf<Parameters<'query'>>().toEqualTypeOf<{ listPets: Fields<client.ListPetsQuery & Cursor> }>();
  type Headers = Fields<{ 'Idempotency-Key'?: client.AddPetOptions['idempotencyKey'] }>;
  expectTypeOf<Parameters<'header'>>().toEqualTypeOf<{ addPet: Headers }>();
});

it('has their fields of an animal, with the same values', () => {
  type Schemas = components['schemas'];
  expectTypeOf<Fields<Schemas['Pet']>>().toEqualTypeOf<Fields<domain.Pet>>();
  expectTypeOf<Fields<Schemas['Pet']>>().toEqualTypeOf<Fields<client.Pet>>();
  expectTypeOf<Fields<Schemas['PetInput']>>().toEqualTypeOf<Fields<domain.NewPet>>();
  expectTypeOf<Fields<Schemas['PetInput']>>().toEqualTypeOf<Fields<client.NewPet>>();
});
