import * as fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createHistogram, type Series } from './create-histogram.ts';

const options = { name: 'durations_seconds', help: 'How long it took', buckets: [0.001, 0.25, 1, 2.5] };

const observation = fc.record({
  route: fc.constantFrom('/v1/pets', 'a "quoted" \\ route', ''),
  status: fc.constantFrom(200, 404),
  value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(...options.buckets, 0)),
});

it('returns the same text as the histogram of prom-client', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(observation), async (observations) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const newSeries = createHistogram({ ...options, register: ours });
      const histogram = new Histogram({ ...options, labelNames: ['route', 'status'], registers: [theirs] });
      const known = new Map<string, Series>();
      for (const { value, ...labels } of observations) {
        const key = JSON.stringify(labels);
        const series = known.get(key) ?? newSeries(labels);
        known.set(key, series);
        series.observe(value);
        histogram.observe(labels, value);
      }
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }),
  );
});
