/** A row of a result, not validated yet: int8 as bigint, boolean as such, any other value as its text. */
export type Row = Readonly<Partial<Record<string, unknown>>>;

/** A value for a parameter of a statement. */
export type Value = string | bigint | number | null | readonly (string | bigint | null)[];

/** A statement. Each connection prepares it once, under its name. Without one, it may be a script: one transaction, no rows. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/**
 * Makes the transaction wait for the disk, and for a synchronous standby if there is one, whatever is set for the server,
 * the database or the user. It is part of each statement that writes: a pooler may run each transaction on another connection.
 */
export const setSynchronousCommit = "set_config('synchronous_commit', 'on', true) AS synchronous_commit";
