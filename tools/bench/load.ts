import type { Operation } from './operations.ts';

/** What the load generator is told to do. */
export interface Load {
  readonly url: string;
  /** The process whose CPU time is read at both ends of the measured time. */
  readonly pid: number;
  readonly apiKey: string;
  readonly operation: Operation;
  readonly connections: number;
  /** How long is measured, in seconds. Requests begin a little before. */
  readonly seconds: number;
}

/** What happened in the measured time. */
export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  /** The CPU time of the server and of the load generator, in seconds; undefined where the system does not tell. */
  readonly serverCpu: number | undefined;
  readonly generatorCpu: number;
  /** What was not as it should be, in words; then the numbers above mean nothing. */
  readonly fault?: string;
}
