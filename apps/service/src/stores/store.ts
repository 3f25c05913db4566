import type { ApiKeyRepository } from '@animal-store/access';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import type { task as T, taskEither as TE } from 'fp-ts';
import type { Registry } from 'prom-client';

/** A store as its adapter opens it; it may be unavailable for now. */
export interface Store {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Succeeds if the store can read and write animals. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** What the store itself last found wrong, such as a refused connection; undefined if nothing is known. */
  readonly lastProblem?: () => string | undefined;
  readonly close: T.Task<void>;
}

/** A durable store, which also keeps ids for imports. */
export interface DurableStore extends Store {
  readonly maintenance: PetMaintenance;
}

/** What a check finds: nothing yet, a store without tables, or one that a service uses. */
export type StoreState = 'absent' | 'empty' | 'ours';

/** Why a store cannot be used, although waiting does not help. */
export interface StoreProblem {
  readonly message: string;
}

/** Who is told about an open store. */
export interface StoreListeners {
  /** Gets the metrics of the store. */
  readonly registry?: Registry;
  /** Called with what the operator should know about the durability of the store. */
  readonly warn?: (message: string) => void;
}

/**
 * A kind of durable store. It loads its adapter when it is used, because the drivers are most of all modules. The value is
 * that of its variable.
 */
export interface StoreKind {
  /** In the log and the metrics, such as `mongodb`. */
  readonly name: string;
  /** In a message, such as `MongoDB`. */
  readonly title: string;
  readonly open: (value: string, listeners: StoreListeners) => TE.TaskEither<StoreProblem, DurableStore>;
  /** Looks whether a start can use the store. It creates and changes nothing. */
  readonly check: (value: string) => TE.TaskEither<StoreProblem | RepositoryUnavailable, StoreState>;
}
