import type { NewPet, Pet, PetStatus } from './pet.ts';

/** A query for animals. */
export interface ListPetsQuery {
  /** The maximum number of animals of a page: an integer, 1 … 100; default 20. */
  readonly limit?: number | undefined;
  /** Only animals with this status. Animals without a status match none. */
  readonly status?: PetStatus | undefined;
}

/** The page after another one: plain data that can be stored and used later. */
export interface NextPage {
  readonly href: string;
}

/** A page of animals, in ascending order of id. */
export interface PetPage {
  readonly pets: readonly Pet[];
  /** The argument of `listPets` for the next page; absent on the last page. */
  readonly next?: NextPage;
}

/** Time limits and the number of retries of a call. Another value than the stated ones is a `RangeError`. */
export interface CallLimits {
  /** Time limit of the whole call, including waits and retries, in milliseconds: 1 to 2,147,483,647; default 30,000. */
  readonly timeout?: number | undefined;
  /**
   * Time limit of one attempt, in milliseconds: 1 to 2,147,483,647; default 10,000. Above that the attempt counts as a lost
   * connection. It also ends with `timeout`.
   */
  readonly attemptTimeout?: number | undefined;
  /** Maximum number of retries after a lost connection, 408, 429, 502, 503 or 504, within `timeout`: 0 to 20; default 3. */
  readonly retries?: number | undefined;
}

/** Options of every call. */
export interface CallOptions extends CallLimits {
  /**
   * Ends the call, which then rejects with the reason of the signal, as `fetch` does. An `addPet` may have added the animal: only
   * with an `idempotencyKey` of your own can you retry it.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `addPet`. */
export interface AddPetOptions extends CallOptions {
  /**
   * Names this creation: 1–255 visible ASCII characters. By default the client generates a key, so its own retries are safe.
   * Pass a key, and store it, to be able to retry the call after the program or the page was closed.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A request of the client: a part of what `fetch` accepts. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** Headers of a response. `get` returns the values of a repeated header with commas between them, and `null` for a missing one. */
export interface FetchHeaders {
  readonly get: (name: string) => string | null;
}

/** What the client reads of a response: a part of what `fetch` returns. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: FetchHeaders;
  readonly text: () => Promise<string>;
}

/** Sends one request, as the global `fetch` does. It must obey `signal` and `redirect`. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** An announcement that an operation will be removed. */
export interface DeprecationNotice {
  readonly operation: OperationName;
  /** Since when it is deprecated (RFC 9745). */
  readonly deprecated?: Date;
  /** When it will be removed (RFC 8594). */
  readonly sunset?: Date;
  /** The URL of its replacement (RFC 5829), if that has the same origin. */
  readonly successor?: string;
}

/** Options of the client. Its limits apply to calls without limits of their own. */
export interface ClientOptions extends CallLimits {
  /** The base URL of the API with its version, such as `https://animals.example/v1`; in a browser also `/v1`. */
  readonly baseUrl: string | URL;
  /** The API key, without `Bearer`. */
  readonly apiKey: string;
  /** Sends the requests; default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Called for each response that announces the removal of its operation. It must not throw. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
}

/**
 * A client of the HTTP API. A failed call rejects with an `AnimalStoreError`. Two failures are different: an aborted call
 * rejects with the reason of the caller's signal, and an invalid argument with a `TypeError` or `RangeError`.
 */
export interface AnimalStoreClient {
  /** Lists one page of the animals: the first of a query, or the `next` of another page. */
  readonly listPets: (query?: ListPetsQuery | NextPage, options?: CallOptions) => Promise<PetPage>;

  /**
   * Every page, each requested when the iteration reaches it, within the limits of a call. An animal that exists and passes
   * the filter during the whole traversal is returned exactly once.
   */
  readonly pages: (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<PetPage, void, undefined>;

  /** Every animal, as an async iterable over the pages; 100 animals a page, unless `limit` says otherwise. */
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
   * with a status filter instead.
   */
  readonly getPet: (id: bigint | number, options?: CallOptions) => Promise<Pet>;
}

/** An operation of this client. `pages` and `pets` call `listPets`. */
export type OperationName = Exclude<keyof AnimalStoreClient, 'pages' | 'pets'>;
