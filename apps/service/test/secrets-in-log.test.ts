import { freePort } from '@animal-store/testkit/free-port';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { hostileMessages, secret, sendAndRead } from './hostile-messages.ts';
import { scrape } from './scrape.ts';
import { startCollector } from './traces/collector.ts';

/** A text as it might be printed: as it is, as the numbers of its bytes, in hex, or from the middle of some base64. */
const spellingsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => bytes.subarray(shift, shift + 6).toString('base64'));
  return [text, bytes.join(','), bytes.toString('hex'), ...base64.map((part) => part.toLowerCase())];
};

const attack = async ({ origin, apiKey }: RunningService): Promise<ReadonlyMap<string, number>> => {
  const responses = new Map<string, number>();
  for (const [what, bytes] of hostileMessages(apiKey)) {
    const sent = await sendAndRead(origin, bytes, what.startsWith('half'));
    responses.set(what, (sent.match(/HTTP\/1\.1 [2-5]\d\d /g) ?? []).length);
  }
  return responses;
};

const seriesOf = async (service: RunningService): Promise<readonly string[]> =>
  (await scrape(service))
    .filter(({ name }) => /^(http_server|animal_store)/.test(name))
    .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
    .sort();

it('logs nothing that a client sent but its request id and its trace id, and traces and counts no more', async () => {
  const { variables, received } = await startCollector();
  const env = { LOG_LEVEL: 'trace', RATE_LIMIT: '1000/60s', ...variables };
  const service = await startService({ ...env, ADMIN_PORT: `${await freePort()}` });

  const responses = await attack(service);
  expect([...responses].filter(([, count]) => count === 0)).toEqual([]);
  const first = await seriesOf(service);
  expect(await attack(service)).toEqual(responses);
  expect(await seriesOf(service)).toEqual(first);
  expect(first.join().toLowerCase()).not.toContain(secret);
  expect(await service.stop()).toBe(0);

  // Every line is one JSON object, or logLines would throw, and every response has a line.
  const lines = logLines(service.process);
  const total = 2 * [...responses.values()].reduce((sum, count) => sum + count, 0);
  expect(lines.filter(({ requestId }) => requestId !== undefined).length).toBe(total);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(
    new Set(['metrics', 'listening', 'request', 'no request', 'stopping', 'stopped']),
  );
  const traces = received.join();
  expect(traces).toContain('/v1/pets');
  const printed = service.process.stdout() + service.process.stderr() + traces;
  expect(spellingsOf(secret).filter((spelling) => printed.toLowerCase().includes(spelling))).toEqual([]);
  for (const part of service.apiKey.split('_').slice(2)) expect(printed).not.toContain(part);
  expect(printed).not.toContain('axolotl');
  expect(service.process.stderr()).toBe('');
});
