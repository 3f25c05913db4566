import type { Operation, OperationName } from './operations.ts';
import type { RunningServer } from './start-server.ts';

/** A server that takes part, and the key that it accepts. */
export interface Contender extends RunningServer {
  readonly apiKey: string;
}

/** Servers that do the same. The first is the one that is judged, by each of the others. */
export interface Comparison {
  readonly title: string;
  readonly contenders: readonly Contender[];
  readonly operations: readonly Operation[];
  /** What the ratio to the second server should at least be. */
  readonly targets?: Readonly<Partial<Record<OperationName, number>>>;
}

/** One server in one round. */
export interface Sample {
  readonly requestsPerSecond: number;
  /** The CPU time of the server for each request, in microseconds; undefined where the system does not tell. */
  readonly cpuPerRequest: number | undefined;
  /** How much of the time the server, and the load generator, had a core: 1 is all of it. */
  readonly serverBusy: number | undefined;
  readonly generatorBusy: number;
}

/** All rounds of one server. */
export interface Series {
  readonly server: string;
  readonly samples: readonly Sample[];
}

/** What came out for one operation, the judged server first. */
export interface Measurement {
  readonly operation: OperationName;
  readonly target?: number;
  readonly series: readonly Series[];
}

/** What came out of a comparison. */
export interface Outcome {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}
