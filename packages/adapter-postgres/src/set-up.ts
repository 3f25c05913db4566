import type { ClientBase, PoolConfig } from 'pg';
import { readOnly } from './postgres-error.ts';

// `types` of the driver would guess: dates, for example, would be read in the time zone of the process.
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'], // boolean
  [20, BigInt], // bigint
  [23, BigInt], // integer
]);
/** How the driver reads values. */
export const types: NonNullable<PoolConfig['types']> = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? String,
};

// The plan of a statement must not depend on statistics: while a table is small, other plans look cheaper, and would stay.
const plans = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'];
const settings = [
  // Below the time limit of an operation: the server's own error arrives first, and keeps the connection.
  ['statement_timeout', '4000'],
  // Otherwise the server plans each list of a large table anew, which takes as long as the list.
  ['plan_cache_mode', 'force_generic_plan'],
  ...plans.map((name) => [name, 'off']),
];
const setAll = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(' || ');

/**
 * Prepares a connection to a server that can be written to. Returns whether there is a pooler in between, whose connections to
 * the server have settings that other clients share, so they stay as they are.
 */
export const setUp = async (client: ClientBase): Promise<boolean> => {
  // The id that the connection got at its start; a pooler makes it up.
  const isDirect = `pg_backend_pid() = ${Reflect.get(client, 'processID')}`;
  const { rows } = await client.query(`
    SELECT ${isDirect} AS is_direct, current_setting('transaction_read_only') = 'on' AS is_read_only,
      CASE WHEN ${isDirect} THEN ${setAll} END`);
  if (rows[0]?.is_read_only) throw readOnly();
  return rows[0]?.is_direct !== true;
};
