// The metrics of prom-client 15 contain the 10 ms between two samples, so an idle process seems to be late by 10 ms. This
// file can go once prom-client leaves them out.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** The time between two samples, in milliseconds. */
const resolution = 10;

/** The precision for prom-client, in milliseconds, with which its own histogram hardly samples. */
export const rarely = 3_600_000;

const replaced: readonly string[] = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

const nameOf = (part: string): string => `nodejs_eventloop_lag_${part}_seconds`;

type DelayHistogram = ReturnType<typeof monitorEventLoopDelay>;

const startHistogram = (): DelayHistogram => {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return histogram;
};

/** Replaces the metrics of prom-client by the delay alone, of the time since the last scrape. */
export const createEventLoopDelay = (
  register: Registry,
  histogram: Pick<DelayHistogram, 'count' | 'max' | 'mean' | 'percentile' | 'reset'> = startHistogram(),
): void => {
  for (const part of replaced) register.removeSingleMetric(nameOf(part));
  const secondsOf = (nanoseconds: number): number =>
    histogram.count === 0 ? 0 : Math.max(0, (nanoseconds - resolution * 1e6) / 1e9);
  const gauge = (part: string, help: string, read: () => number, afterwards: () => void = () => undefined): void => {
    new Gauge({
      name: nameOf(part),
      help: `${help} of the event loop since the last scrape, in seconds`,
      registers: [register],
      collect() {
        this.set(secondsOf(read()));
        afterwards();
      },
    });
  };
  gauge('mean', 'Mean delay', () => histogram.mean);
  for (const percent of [50, 90, 99]) {
    gauge(`p${percent}`, `Delay that ${percent} % of the samples stay below`, () => histogram.percentile(percent));
  }
  // The registry reads the metrics in this order.
  gauge(
    'max',
    'Longest delay',
    () => histogram.max,
    () => histogram.reset(),
  );
};
