import type { ApiKeyRepository } from '@animal-store/access';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import type { task as T, taskEither as TE } from 'fp-ts';
import type { TextCodec } from '../configuration/text-codecs.ts';
import type { Metrics } from '../observation/metrics.ts';

/** The names of a store, and when a start makes its first API key. */
export interface StoreTexts {
  /** In the log, such as `memory`. */
  readonly name: string;
  /** In a message, such as `MongoDB`. */
  readonly title: string;
  /**
   * When a start makes an API key and prints it: always, because the keys of an earlier one are lost; if the store has
   * none, which is so at its first start; or never, because the store is shared.
   */
  readonly makesKey: 'always' | 'if there is none' | 'never';
}

/** The part that all adapters of stores have in common. */
export interface OpenedStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Succeeds if the store can read and write animals. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  readonly close: T.Task<void>;
}

/** A store that keeps the ids of animals. Only commands open it, never the service. */
export interface Maintenance {
  readonly maintenance: PetMaintenance;
  readonly close: T.Task<void>;
}

/** The progress of a copy, in pages of the store. */
interface CopyProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/** How a store is copied to a file while it is used. */
export interface StoreCopy {
  /** Copies the store, as it is at one instant, to an empty file. */
  readonly copyTo: (target: string, onProgress: (progress: CopyProgress) => void) => TE.TaskEither<StoreProblem, void>;
  /** Whether a process uses a file as its store, so that it must not be replaced. */
  readonly isInUse: (target: string) => boolean;
}

/** Why a store cannot be used, although waiting does not help; the message is for the operator. */
export interface StoreProblem {
  readonly message: string;
}

/** How long records of idempotent creations are kept. */
export type RecordLifetime = 'forever' | { readonly days: number };

/** How a store is opened. */
export interface StoreOptions {
  readonly metrics?: Metrics;
  readonly recordLifetime?: RecordLifetime;
  /** Whether a store that does not exist yet is refused instead of made. */
  readonly mustExist?: boolean;
  /** Is called with what the operator should know about the durability of the store. */
  readonly warn?: (message: string) => void;
}

/** The environment variable that chooses a store. Its value is the input of all functions of the description. */
export interface StoreVariable {
  readonly name: string;
  readonly codec: TextCodec<string>;
  readonly meaning: string;
  readonly example: string;
  /** Whether the value is a secret, so that the variable `…_FILE` can name a file that contains it. */
  readonly isSecret: boolean;
}

/**
 * A durable store: all that the service and its commands know about it. It loads its adapter when it is opened, because
 * the driver of MongoDB alone is a third of all modules.
 */
export interface StoreDescription extends StoreTexts {
  readonly variable: StoreVariable;
  /** Where the animals are, for the person who starts the service. */
  readonly place: (value: string) => string;
  readonly open: (value: string, options: StoreOptions) => TE.TaskEither<StoreProblem, OpenedStore>;
  readonly openMaintenance: (value: string) => TE.TaskEither<StoreProblem, Maintenance>;
  /** How it is copied; or a sentence that names the tools for it. */
  readonly backup: ((value: string) => T.Task<StoreCopy>) | string;
}
