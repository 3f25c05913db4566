import type { AddPet } from './operations/add-pet.ts';
import type { GetPet } from './operations/get-pet.ts';
import type { ListPets } from './operations/list-pets.ts';
import type { WalkPages, WalkPets } from './operations/walk-pets.ts';

export type { AddPet, GetPet, ListPets, WalkPages, WalkPets };

/**
 * A client of the HTTP API. A failed call rejects with an `AnimalStoreError`. Two failures are different: an aborted call
 * rejects with the reason of the caller's signal, and an invalid argument with a `TypeError` or `RangeError`.
 */
export interface AnimalStoreClient {
  /** Lists one page of the animals, in ascending order of id: the first of a query, or the `next` of another page. */
  readonly listPets: ListPets;

  /**
   * Every page from the first on, as an async iterable. The limits of a call apply to each page. An animal that exists
   * during the whole traversal is returned exactly once.
   */
  readonly pages: WalkPages;

  /** Every animal, as an async iterable over the pages. */
  readonly pets: WalkPets;

  /**
   * Adds an animal. Retries have the same Idempotency-Key, so they add it only once. If the call fails and the request is
   * not the reason, the animal may have been added: see `idempotencyKey` of the error.
   */
  readonly addPet: AddPet;

  /**
   * Fetches one animal; `not_found` if no animal has this id.
   *
   * @deprecated The service removes this operation on 5 December 2030, and returns `gone` from then on. List the animals
   * with a status filter instead. The option `onDeprecation` of the client reports the deprecation at run time.
   */
  readonly getPet: GetPet;
}
