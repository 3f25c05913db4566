import type { PetMaintenance } from '@animal-store/domain';
import type { task as T, taskEither as TE } from 'fp-ts';
import type { Metrics } from '../observation/metrics.ts';
import type { TextCodec } from '../text-codec.ts';
import type { OpenStore } from './open-store.ts';

/** The names of a kind of store, and when a start makes its first API key. */
export interface StoreTexts {
  /** In the log, such as `memory`. */
  readonly name: string;
  /** In a message, such as `MongoDB`. */
  readonly title: string;
  /**
   * When a start makes an API key: always, because the keys of an earlier one are lost; if the store has none, which is so
   * at its first start; or never, because the store is shared.
   */
  readonly makesKey: 'always' | 'if there is none' | 'never';
}

/** What keeps the ids of animals. Only commands open it, never the service. */
export interface Maintenance {
  readonly maintenance: PetMaintenance;
  readonly close: T.Task<void>;
}

/** The progress of a backup, in pages of the store. */
interface BackupProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/** How a store is copied to a file while it is used. A Left is a message for the operator. */
export interface Backup {
  /** Copies the store, as it is at one instant, to an empty file. */
  readonly copyTo: (target: string, onProgress: (progress: BackupProgress) => void) => TE.TaskEither<string, void>;
  /** Notes that the store was copied now, for the metric of its age. Throws if that cannot be written. */
  readonly noteTime: () => void;
}

/** A sentence that names the tools of a store which the program itself does not copy. */
export interface BackupTools {
  readonly toBackUp: string;
}

/** Why a store cannot be used, although waiting does not help; the message is for the operator. */
export interface StoreProblem {
  readonly message: string;
}

/** How long records of idempotent creations are kept. */
export type RecordLifetime = 'forever' | { readonly days: number };

/** How a store is opened. */
export interface OpenOptions {
  readonly metrics?: Metrics;
  readonly recordLifetime?: RecordLifetime;
  /** Whether a store that does not exist yet is refused instead of made. */
  readonly mustExist?: boolean;
  /** Called with what the operator should know about the durability of the store. */
  readonly warn?: (message: string) => void;
}

/** The environment variable that chooses a kind of store. Its value is the input of all functions of the kind. */
export interface StoreVariable {
  readonly name: string;
  readonly codec: TextCodec<string>;
  readonly meaning: string;
  readonly example: string;
  /** Whether the value is a secret, so that the variable `…_FILE` can name a file that contains it. */
  readonly isSecret: boolean;
}

/**
 * A kind of durable store: all that the service and its commands know about it. It loads its adapter when a store is
 * opened, because the driver of MongoDB alone is a third of all modules.
 */
export interface StoreKind extends StoreTexts {
  readonly variable: StoreVariable;
  /** Where the animals are, for the person who starts the service. */
  readonly place: (value: string) => string;
  readonly open: (value: string, options: OpenOptions) => TE.TaskEither<StoreProblem, OpenStore>;
  /**
   * Looks whether a start can use the store, and creates and changes nothing. The Right says in what state it is, such as
   * `is there`.
   */
  readonly check: (value: string) => TE.TaskEither<StoreProblem, string>;
  /** How many ids a running service keeps reserved at most; none if absent. */
  readonly idsReserved?: number;
  readonly openMaintenance: (value: string) => TE.TaskEither<StoreProblem, Maintenance>;
  /** How it is copied; or the tools for it. */
  readonly backup: ((value: string) => T.Task<Backup>) | BackupTools;
}
