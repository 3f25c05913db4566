import type { ServiceLimits } from '../configuration/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** The most memory that one of each takes, in bytes, measured with Node.js 24. */
const costs = {
  /** 85 MiB after the start of the bundle. About 2 of them are the young generation of the heap, which may grow to 24. */
  process: 107 * MiB,
  /** The SDK for traces and the spans that wait, with 9,000 requests a second. */
  traces: 40 * MiB,
  /** With 16 KiB of the smallest headers, 3,900 of them. */
  connection: 125 * KiB,
  request: 10 * KiB,
  /** For each byte of a page that is read: its BSON, its text of two bytes a character, and its JSON. */
  readByte: 4,
  /** For each byte that a client does not read: the send queue of the kernel, by `ss -tm`. A container counts it. */
  kernelByte: 1.25,
};

/**
 * The memory, in bytes, that a process and the kernel need at most for it with these bounds, without the animals of the
 * in-memory store. Lists that read at the same time can exceed the budget of bytes by the pages that they read. Not
 * counted is what the kernel takes of pages for clients with a valid key that do not read, up to `tcp_wmem` for each
 * connection, and what it receives for connections that are not read.
 */
export const memoryNeed = ({ server, requests }: ServiceLimits, hasTraces = false): number =>
  costs.process +
  (hasTraces ? costs.traces : 0) +
  server.maxConnections * costs.connection +
  (requests.maxRequestsInFlight + requests.maxUnauthenticatedInFlight + 2 * server.maxUnansweredInAll) * costs.request +
  requests.maxBytesInFlight +
  requests.maxBytesBeingRead * costs.readByte +
  (server.maxConnections * server.maxBytesWithoutKey + server.maxUnreadStaticBytes) * costs.kernelByte;

const inMiB = (bytes: number): string => `${Math.ceil(bytes / MiB)} MiB`;

/** The memory that a process needs and has, for a person. `available` is the limit of its container, if it has one. */
export const memoryText = (limits: ServiceLimits, available: number | undefined, hasTraces = false): string =>
  `${inMiB(memoryNeed(limits, hasTraces))} at most${available === undefined ? '' : `, of ${inMiB(available)}`}`;

/** Why a process with these bounds does not fit into the memory of its container; undefined if it does. */
export const memoryProblem = (
  limits: ServiceLimits,
  available: number | undefined,
  hasTraces = false,
): string | undefined => {
  const need = memoryNeed(limits, hasTraces);
  if (available === undefined || need <= available) return undefined;
  return `the limits need ${inMiB(need)} of memory at most, and the container has ${inMiB(available)}: lower MAX_CONNECTIONS, MAX_BYTES_IN_FLIGHT or MAX_REQUESTS_IN_FLIGHT, or give it more memory`;
};

/**
 * The limit of memory of the container of this process, in bytes; undefined if it has none. `limit` is what Node.js reads
 * from the control group, which is 0 or more than any machine has if there is no limit.
 */
export const containerMemory = (limit: number, total: number): number | undefined =>
  limit > 0 && limit < total ? limit : undefined;
