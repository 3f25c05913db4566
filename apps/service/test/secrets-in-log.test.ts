import { afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service';
import { beforeAll, expect, it } from 'vitest';
import { hostileMessages, secret, sendAndRead } from './hostile-messages.ts';
import { scrape } from './scrape.ts';
import { startCollector } from './traces/collector.ts';

/** Sends each hostile message once. Returns the number of responses to each. */
const attack = async ({ origin, apiKey }: RunningService): Promise<readonly number[]> => {
  const counts: number[] = [];
  for (const [what, bytes] of hostileMessages(apiKey)) {
    const received = await sendAndRead(origin, bytes, what.startsWith('half'));
    counts.push((received.match(/HTTP\/1\.1 [2-5]\d\d /g) ?? []).length);
  }
  return counts;
};

const seriesOf = async (service: RunningService): Promise<readonly string[]> =>
  (await scrape(service))
    .filter(({ name }) => /^(http_server|animal_store)/.test(name))
    .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
    .sort();

/** A text as it might be printed: as it is, as the numbers of its bytes, in hex, or from the middle of some base64. */
const spellingsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => bytes.subarray(shift, shift + 6).toString('base64'));
  return [text, bytes.join(','), bytes.toString('hex'), ...base64.map((part) => part.toLowerCase())];
};

const atEnd = afterGroup();
let service: RunningService;
let received: readonly string[];
let responses: readonly [first: readonly number[], second: readonly number[]];
let series: readonly [first: readonly string[], second: readonly string[]];

// Sends each hostile message twice.
beforeAll(async () => {
  const collector = await startCollector(atEnd);
  received = collector.received;
  const env = { LOG_LEVEL: 'trace', RATE_LIMIT: '1000/60s', ADMIN_PORT: `${await freePort()}` };
  service = await startService({ ...env, ...collector.variables }, atEnd);
  const [first, firstSeries] = [await attack(service), await seriesOf(service)];
  const [second, secondSeries] = [await attack(service), await seriesOf(service)];
  [responses, series] = [
    [first, second],
    [firstSeries, secondSeries],
  ];
  expect(await service.stop()).toBe(0);
}, 60_000);

it('each has got a response, the same both times', () => {
  expect(responses[0].includes(0)).toBe(false);
  expect(responses[1]).toEqual(responses[0]);
});

it('the log has one JSON object for each response', () => {
  const requests = logLines(service.process).filter(({ requestId }) => requestId !== undefined);
  expect(requests).toHaveLength(responses.flat().reduce((sum, count) => sum + count));
});

it('the log has only these messages', () => {
  const messages = new Set(logLines(service.process).map(({ msg }) => msg));
  expect([...messages].sort()).toEqual(['listening', 'metrics', 'no request', 'request', 'stopped', 'stopping']);
  expect(service.process.stderr()).toBe('');
});

it('the metrics have no series for what a client sent', () => {
  expect(series[1]).toEqual(series[0]);
  expect(series[0].join().toLowerCase()).not.toContain(secret);
});

it('neither the log nor a trace has what a client sent', () => {
  const traces = received.join();
  expect(traces).toContain('/v1/pets');
  const printed = service.process.stdout() + traces;
  expect(spellingsOf(secret).filter((spelling) => printed.toLowerCase().includes(spelling))).toEqual([]);
  const [, , ...partsOfKey] = service.apiKey.split('_');
  for (const part of [...partsOfKey, 'axolotl']) expect(printed).not.toContain(part);
});
