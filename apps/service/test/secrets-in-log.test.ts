import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileMessages, secret, sendAndRead } from './secrets/hostile-messages.ts';

/** A text as it might be printed: as it is, as the numbers of its bytes, in hex, or from the middle of some base64. */
const spellingsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => bytes.subarray(shift, shift + 6).toString('base64'));
  return [text, bytes.join(','), bytes.toString('hex'), ...base64.map((part) => part.toLowerCase())];
};

let service: RunningService;
let origin: string;

let traces = '';
const collector = createServer(async (req, res) => {
  traces += await text(req);
  res.end();
});

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const env = { LOG_LEVEL: 'trace', RATE_LIMIT: '1000/60s', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  service = await startService({ env });
  origin = service.origin;
});
afterAll(() => {
  service.process.kill('SIGKILL');
  collector.close();
});

it('logs nothing that a client sent but its request id and its trace id, and traces no more', async () => {
  const messages = hostileMessages(service.apiKey);
  const responses = new Map<string, number>();
  for (const message of messages) {
    const sent = await sendAndRead(origin, message);
    responses.set(message.what, (sent.match(/HTTP\/1\.1 [2-5]\d\d /g) ?? []).length);
  }
  expect([...responses].filter(([, count]) => count === 0)).toEqual([]);
  expect(await service.stop()).toBe(0);

  // Every line is one JSON object, or logLines would throw, and every response has a line.
  const lines = logLines(service.process);
  const total = [...responses.values()].reduce((sum, count) => sum + count, 0);
  expect(lines.filter(({ requestId }) => requestId !== undefined).length).toBe(total);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(
    new Set(['listening', 'request', 'no request', 'stopping', 'stopped']),
  );
  expect(traces).toContain('/v1/pets');
  const printed = service.process.stdout() + service.process.stderr() + traces;
  expect(spellingsOf(secret).filter((spelling) => printed.toLowerCase().includes(spelling))).toEqual([]);
  for (const part of service.apiKey.split('_').slice(2)) expect(printed).not.toContain(part);
  expect(printed).not.toContain('axolotl');
  expect(service.process.stderr()).toBe('');
});
