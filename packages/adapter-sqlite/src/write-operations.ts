import type { ApiKey, ApiKeyId, Instant } from '@animal-store/access';
import type { Idempotency, NewPet, Pet } from '@animal-store/domain';
import type { Row } from './schema.ts';

/** A creation of an animal. */
export interface Addition {
  readonly newPet: NewPet;
  readonly idempotency?: Idempotency | undefined;
}

/** The writes by their names. Inputs and outputs are sent between two threads. */
export interface Writes {
  /** Returns the animal that was added now, or first added with the idempotency key; `full` if no id is left. */
  readonly addPet: {
    readonly input: Addition;
    readonly output: { readonly row: Row; readonly replayed: boolean } | 'full';
  };
  /** Returns the animal that already has the id, or nothing if the animal was inserted. */
  readonly insertPet: { readonly input: Pet; readonly output: Row | undefined };
  /** Lowers nothing. */
  readonly raiseLastId: { readonly input: bigint; readonly output: undefined };
  readonly addApiKey: { readonly input: ApiKey; readonly output: 'added' | 'taken' };
  readonly revokeApiKey: {
    readonly input: { readonly id: ApiKeyId; readonly from: Instant };
    readonly output: Row | undefined;
  };
  readonly recordUse: { readonly input: { readonly id: ApiKeyId; readonly at: Instant }; readonly output: undefined };
  /** Adds an animal and its record and removes both, to check that animals can be added; `full` if no id is left. */
  readonly probe: { readonly input: undefined; readonly output: 'added' | 'full' };
}

export type WriteName = keyof Writes;

/** A write to do. */
export interface WriteOperation<Name extends WriteName = WriteName> {
  readonly name: Name;
  readonly input: Writes[Name]['input'];
}

/** The outcome of a write. An outage has a cause outside the program, such as a full disk. */
export type WriteOutcome =
  | { readonly _tag: 'Done'; readonly output: unknown }
  | {
      readonly _tag: 'Failed';
      readonly isOutage: boolean;
      readonly message: string;
      readonly code: number | undefined;
    };
