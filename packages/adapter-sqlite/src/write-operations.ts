import type { ApiKey, ApiKeyId, Instant } from '@animal-store/access';
import type { Idempotency, NewPet, Pet } from '@animal-store/domain';

/** A row as SQLite returns it, which nothing has validated yet. */
export type Row = Readonly<Record<string, unknown>>;

/** Every write, with what it needs and what it gives. Both cross the border between two threads. */
export interface Writes {
  readonly addPet: {
    readonly input: { readonly newPet: NewPet; readonly idempotency?: Idempotency | undefined };
    /** The animal that was added, or first added under the idempotency key; `full` when no id is left. */
    readonly output: Row | 'full';
  };
  /** The animal that has the id already, or nothing when the animal was inserted. */
  readonly insertPet: { readonly input: Pet; readonly output: Row | undefined };
  readonly addApiKey: { readonly input: ApiKey; readonly output: 'added' | 'taken' };
  readonly revokeApiKey: {
    readonly input: { readonly id: ApiKeyId; readonly from: Instant };
    readonly output: Row | undefined;
  };
  readonly recordUse: { readonly input: { readonly id: ApiKeyId; readonly at: Instant }; readonly output: undefined };
  /** Writes something that changes nothing, to see whether writing is possible. */
  readonly probe: { readonly input: undefined; readonly output: undefined };
}

export type WriteName = keyof Writes;

/** A write that is to be done. */
export interface WriteOperation {
  readonly name: WriteName;
  readonly input: Writes[WriteName]['input'];
}

/** How a write ended. An outage is a reason outside of the program, such as a full disk. */
export type WriteOutcome =
  | { readonly _tag: 'Done'; readonly output: unknown }
  | {
      readonly _tag: 'Failed';
      readonly isOutage: boolean;
      readonly message: string;
      readonly code: number | undefined;
    };
