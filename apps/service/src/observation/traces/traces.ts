import type { IncomingMessage } from 'node:http';
import type { RequestReport } from '@animal-store/adapter-http-koa';
import type { Metrics } from '../metrics.ts';
import type { TimeOperation } from '../operation-metrics.ts';

/** The spans of this process. No function throws, and a collector that does not respond harms no request. */
export interface Traces {
  /**
   * Runs each request within a span, as a child of the span in the header `traceparent` if there is one. The
   * span takes the place of that header, so the report of the request names it.
   */
  readonly middleware: <A>(ctx: { readonly req: IncomingMessage }, next: () => A) => A;
  /** Ends the span of a request. */
  readonly report: (request: RequestReport) => void;
  /** Makes a span of an operation of the store if a request runs it. */
  readonly operation: TimeOperation;
  /** Sends the spans that wait. The caller limits its time. */
  readonly stop: () => Promise<void>;
}

/** The metrics, with a span of each operation that they measure. */
export const traceOperations = (metrics: Metrics, traces: Traces | undefined): Metrics => {
  if (traces === undefined) return metrics;
  const time: TimeOperation = (operation) => {
    const [timed, traced] = [metrics.time(operation), traces.operation(operation)];
    return (task) => traced(timed(task));
  };
  return { ...metrics, time };
};
