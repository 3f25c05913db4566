import type { ApiKeyRepository } from '@animal-store/access';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';

/** The repositories of one store. It may be unavailable for now. */
export interface Store {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Succeeds only if animals can be read and written now, as far as that can be checked without writing one. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes all connections and files. Later operations fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** A store that outlives its process. */
export interface DurableStore extends Store {
  /** For commands that move animals, and never for clients. */
  readonly maintenance: PetMaintenance;
}

/** A store cannot be used, and waiting does not help. The message is for the operator, and contains no secret. */
export interface StoreMisconfigured {
  readonly _tag: 'StoreMisconfigured';
  readonly message: string;
}

export const storeMisconfigured = (message: string): StoreMisconfigured => ({ _tag: 'StoreMisconfigured', message });

/** What a start would find and do. */
export interface FoundStore {
  /** `absent`: there is no file. `empty`: there is nothing of a store, and a start makes one. `ours`: a store. */
  readonly state: 'absent' | 'empty' | 'ours';
  /** What a start would change in a store that exists, in this order, as messages for the operator. */
  readonly steps: readonly string[];
}

/**
 * Opens a store by its first ping. It succeeds even while the store is unavailable: operations fail with `RepositoryUnavailable`
 * until it responds. It closes the store and fails if `misconfigurationOf` tells from the cause that waiting does not help.
 */
export const openOrRefuse =
  (
    store: DurableStore,
    misconfigurationOf: (cause: unknown) => StoreMisconfigured | undefined,
  ): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    const first = await store.ping();
    const misconfigured = E.isLeft(first) ? misconfigurationOf(first.left.cause) : undefined;
    if (misconfigured === undefined) return E.right(store);
    await store.close();
    return E.left(misconfigured);
  };
