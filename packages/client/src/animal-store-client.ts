import type { AddPetOptions, CallOptions } from './call-options.ts';
import type { ListPetsQuery, NextPage, PetPage } from './page.ts';
import type { NewPet, Pet } from './pet.ts';

/**
 * A client of the HTTP API. A failed call rejects with an `AnimalStoreError`. Two failures are different: an aborted call
 * rejects with the reason of the caller's signal, and an invalid argument with a `TypeError` or `RangeError`.
 */
export interface AnimalStoreClient {
  /** Lists one page of the animals, in ascending order of id: the first of a query, or the `next` of another page. */
  readonly listPets: (query?: ListPetsQuery | NextPage, options?: CallOptions) => Promise<PetPage>;

  /**
   * Every page from the first on, as an async iterable. Each page is requested when the iteration reaches it, and the
   * limits of a call apply to it. An animal that exists and passes the filter during the whole traversal is returned
   * exactly once.
   */
  readonly pages: (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<PetPage, void, undefined>;

  /** Every animal, as an async iterable over the pages. */
  readonly pets: (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<Pet, void, undefined>;

  /**
   * Adds an animal. Retries have the same Idempotency-Key, so they add it only once. If the call fails and the request is
   * not the reason, the animal may have been added: see `idempotencyKey` of the error.
   */
  readonly addPet: (newPet: NewPet, options?: AddPetOptions) => Promise<Pet>;

  /**
   * Fetches one animal; `not_found` if no animal has this id.
   *
   * @deprecated The service removes this operation on 5 December 2030, and returns `gone` from then on. List the animals
   * with a status filter instead. The option `onDeprecation` of the client reports the deprecation at run time.
   */
  readonly getPet: (id: bigint | number, options?: CallOptions) => Promise<Pet>;
}

/** An operation of this client. `pages` and `pets` call `listPets`. */
export type OperationName = Exclude<keyof AnimalStoreClient, 'pages' | 'pets'>;
