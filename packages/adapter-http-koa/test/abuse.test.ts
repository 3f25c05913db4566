import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { exchanges } from './exchanges.ts';
import { knowsOneKey } from './fake-ports.ts';
import { spell, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

// The end of a response to HEAD cannot be told from its head.
const requests = exchanges.map(({ request }) => request).filter((request) => !request.startsWith('HEAD'));

const tokens = ['', '\r\n', '\u0000', ' ', ':', '0\r\n\r\n', 'Content-Length: 5\r\n', 'Expect: 100-continue\r\n'];

/** Some requests with something cut out and inserted, in two pieces, and how the client leaves. */
const client = fc.record({
  sent: fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 6 }).map((each) => each.join('')),
  place: fc.nat(100_000),
  cut: fc.nat(6),
  token: fc.constantFrom(...tokens),
  pause: fc.constantFrom(0, 0, 1, 5),
  isReset: fc.boolean(),
});

it('serves on after a load of malformed, lost and pipelined requests', async () => {
  const authenticate: typeof knowsOneKey = (sent) => async () => {
    await wait(1);
    return knowsOneKey(sent)();
  };
  const api = await startApi({ ports: { authenticate }, options: { maxRequestsInFlight: 8 } });
  await Promise.all(
    fc.sample(client, { numRuns: 400, seed: 1 }).map(async ({ sent, place, cut, token, pause, isReset }, index) => {
      await wait(index);
      const connection = await api.open();
      const at = place % sent.length;
      void connection.send(sent.slice(0, at) + token);
      await wait(pause);
      void connection.send(sent.slice(at + cut));
      await wait(pause);
      if (isReset) return connection.reset();
      connection.end();
      await connection.readResponsesUntilClosed();
    }),
  );
  await vi.waitFor(() => expect(api.activeRequests()).toBe(0), 5_000);
  expect(new Set(api.reported.map(({ status }) => status))).toContain(499);
  expect(api.reported.filter(({ status }) => status === 500)).toEqual([]);
  const connection = await api.open();
  expect((await connection.request(spell('GET /v1/pets?limit=100', [withKey]))).status).toBe(200);
  connection.reset();
  // All connections are closed, so stopping does not wait.
  await api.stop(60_000);
});
