// A standby of PostgreSQL that is promoted cannot know the last ids that the old primary assigned, because asynchronous replication
// is behind. So the ids come in blocks of 2^32, and a server assigns only those of every 256th block. A promotion raises the timeline
// of a server by one, and the next timeline has the next block.

/** The timeline of the server, in SQL; NULL on a standby. */
export const timeline: string =
  "CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END";

const bits = 32n;
const timelines = 256n;
const end = 2n ** 53n;

/** The number of the block of an id. */
export const blockOf = (id: bigint): bigint => id >> bits;

/**
 * Whether the server assigns an id, in SQL. `block` is the highest block that is known to be in use. Lower ids are refused as well,
 * because two standbys of one primary may be promoted to the same timeline.
 */
export const isOfServer = (id: string, block: string): string =>
  `${id} >> ${bits} >= ${block} AND (${id} >> ${bits}) % ${timelines} = (SELECT (${timeline} - 1) % ${timelines})`;

/** The first id above the last one that the server assigns, or the greatest id plus one if none is left. */
export const nextId = (last: bigint, block: bigint, timeline: bigint): bigint => {
  const from = blockOf(last + 1n) < block ? (block + 1n) << bits : last + 1n;
  const ahead = (timeline - 1n - blockOf(from)) & (timelines - 1n);
  const id = ahead === 0n ? from : (blockOf(from) + ahead) << bits;
  return id < end ? id : end;
};
