import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createEventLoopDelay } from './event-loop-delay.ts';

const ms = 1e6;

it('shows the delay without the time between two samples, since the last scrape', async () => {
  const register = new Registry();
  const histogram = {
    count: 3,
    mean: 12 * ms,
    max: 110 * ms,
    percentile: (percent: number) => percent * ms,
    reset: () => {
      histogram.count = 0;
    },
  };
  createEventLoopDelay(register, histogram);
  const values = async (): Promise<readonly string[]> =>
    (await register.metrics()).split('\n').filter((line) => line.startsWith('nodejs_'));
  const inMs = (part: string, seconds: number): string => `nodejs_eventloop_lag_${part}_seconds ${seconds}`;
  expect(await values()).toEqual([
    inMs('mean', 0.002),
    inMs('p50', 0.04),
    inMs('p90', 0.08),
    inMs('p99', 0.089),
    inMs('max', 0.1),
  ]);
  expect((await values()).map((line) => line.split(' ')[1])).toEqual(['0', '0', '0', '0', '0']);
});
