import type { AddPet } from './operations/add-pet.ts';
import type { GetPet } from './operations/get-pet.ts';
import type { ListPets } from './operations/list-pets.ts';
import type { WalkPages, WalkPets } from './operations/walk-pets.ts';

/**
 * The animal store over its HTTP API. Every call rejects with an `AnimalStoreError` when it fails, except with the
 * reason of the caller's own signal, and with a `TypeError` or `RangeError` for an argument that cannot be sent.
 */
export interface AnimalStoreClient {
  /** Lists one page of the animals, in ascending order of id: the first of a query, or the `next` of another page. */
  readonly listPets: ListPets;

  /**
   * Every page from the first on, as an async iterable. The limits of a call hold for each page. An animal that is there
   * during the whole walk comes exactly once.
   */
  readonly pages: WalkPages;

  /** Every animal, as an async iterable over the pages. */
  readonly pets: WalkPets;

  /**
   * Adds an animal. It may be sent several times and is added once, by the Idempotency-Key. When the call fails for
   * another reason than what was sent, the animal may have been added: see `idempotencyKey` of the error.
   */
  readonly addPet: AddPet;

  /**
   * Fetches one animal; `not_found` when there is none with this id.
   *
   * @deprecated The service removes this operation on 5 December 2030, and answers `gone` from then on. List the animals
   * with a status filter instead. The option `onDeprecation` of the client is told of it at run time.
   */
  readonly getPet: GetPet;
}
