// A standby of PostgreSQL that is promoted cannot know the last ids that the old primary assigned, because asynchronous replication
// is behind. So the ids come in blocks of 2^32, and a server assigns only those of every 256th block. A promotion raises the timeline
// of a server by one, and the next timeline has the next block.

/** The timeline of the server, in SQL; NULL on a standby. */
export const timeline: string =
  "CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END";

const bits = 32n;
const timelines = 256n;
const end = 2n ** 53n;

const blockOf = (id: bigint): bigint => id >> bits;

/** Whether the server assigns an id, in SQL. */
export const isOfServer = (id: string): string =>
  `(${id} >> ${bits}) % ${timelines} = (SELECT (${timeline} - 1) % ${timelines})`;

/**
 * The first id above the last one that the server assigns, or the greatest id plus one if none is left. If a higher id is known, the
 * server lacks what another one has assigned, perhaps on the same timeline, as two standbys of one primary are promoted to it. Then
 * the id is in a later block.
 */
export const nextId = (last: bigint, known: bigint, timeline: bigint): bigint => {
  const from = last < known ? (blockOf(known) + 1n) << bits : last + 1n;
  const ahead = (timeline - 1n - blockOf(from)) & (timelines - 1n);
  const id = ahead === 0n ? from : (blockOf(from) + ahead) << bits;
  return id < end ? id : end;
};
