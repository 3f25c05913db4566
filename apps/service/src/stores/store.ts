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
  readonly close: T.Task<void>;
}

/** A durable store, which also keeps ids for imports. */
export interface DurableStore extends Store {
  readonly maintenance: PetMaintenance;
}

/** The result of a check: there is no store, it has no tables, or it can be used. */
export type StoreState = 'absent' | 'empty' | 'ours';

/** Why a store cannot be used, although waiting does not help. */
export interface StoreProblem {
  readonly message: string;
}

/**
 * A kind of durable store. It loads its adapter when it is used, because most modules belong to the drivers. `value` is the
 * value of its variable.
 */
export interface StoreKind {
  /** Its name in the log and the metrics, such as `mongodb`. */
  readonly name: string;
  /** Its name in messages, such as `MongoDB`. */
  readonly title: string;
  /** Opens it. `registry` gets the metrics of its connections. */
  readonly open: (value: string, registry?: Registry) => TE.TaskEither<StoreProblem, DurableStore>;
  /** Checks whether a start can use the store. It changes nothing. */
  readonly check: (value: string) => TE.TaskEither<StoreProblem | RepositoryUnavailable, StoreState>;
}
