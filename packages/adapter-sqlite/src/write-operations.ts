import type { PerformWrites } from './perform-writes.ts';

export type WriteName = keyof PerformWrites;

/** The input of a write. It is sent between two threads. */
export type WriteInput<Name extends WriteName> = Parameters<PerformWrites[Name]>[0];

/** The output of a write. It is sent between two threads. */
export type WriteOutput<Name extends WriteName> = ReturnType<PerformWrites[Name]>;

/** A write to do. */
export interface WriteOperation {
  readonly name: WriteName;
  readonly input: WriteInput<WriteName>;
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
