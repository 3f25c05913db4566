import type { ErrorCode } from '@animal-store/adapter-http-koa';
import type * as client from '@animal-store/client';
import type * as domain from '@animal-store/domain';
import { expectTypeOf, it } from 'vitest';
// `npm run types` writes this file from `openapi.yaml` before it compiles the tests. At run time nothing is imported.
import type { components, operations } from './dist/openapi.d.ts';

// Written so, because `{}` would be any value.
type Empty = Record<never, 0>;

/**
 * A value as the document has it: each integer is a number, and each text a string, unless it is one of listed values. A record by
 * listed values has required fields, so it is never empty; a record by any other text can be.
 */
type Json<A> = A extends bigint | number ? number : A extends string ? (Empty extends Record<A, 0> ? string : A) : A;

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

it('has errors whose codes the client knows', () => {
  expectTypeOf<client.ServiceErrorCode>().toEqualTypeOf<ErrorCode>();
});

it('has their parameters, with the same values', () => {
  type Query = Partial<Omit<domain.ListPetsQuery, 'after'>>;
  expectTypeOf<Parameters<'query'>>().toEqualTypeOf<{ listPets: Fields<Query & Cursor> }>();
  expectTypeOf<Parameters<'query'>>().toEqualTypeOf<{ listPets: Fields<client.ListPetsQuery & Cursor> }>();
  type Headers = Fields<{ 'Idempotency-Key'?: client.AddPetOptions['idempotencyKey'] }>;
  expectTypeOf<Parameters<'header'>>().toEqualTypeOf<{ addPet: Headers }>();
});

type Schemas = components['schemas'];

/** The types of the domain and of the client for each schema. */
interface Types {
  readonly Pet: [domain.Pet, client.Pet];
  readonly PetInput: [domain.NewPet, client.NewPet];
  readonly PetStatus: [domain.PetStatus, client.PetStatus];
  // The domain has no HTTP, and the client throws it as an AnimalStoreError.
  readonly Error: [Schemas['Error'], Schemas['Error']];
}

it('has their types as its schemas, with the same values', () => {
  expectTypeOf<keyof Schemas>().toEqualTypeOf<keyof Types>();
  type Documented = { [Name in keyof Types]: Fields<Schemas[Name]> };
  expectTypeOf<Documented>().toEqualTypeOf<{ [Name in keyof Types]: Fields<Types[Name][0]> }>();
  expectTypeOf<Documented>().toEqualTypeOf<{ [Name in keyof Types]: Fields<Types[Name][1]> }>();
});
