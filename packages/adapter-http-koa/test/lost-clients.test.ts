import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey } from './fake-ports.ts';
import { animal, chunk, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi, startConnected, startHeld } from './start-api.ts';

const list = spell('GET /v1/pets', [withKey]);
const half = gzipSync(animal).subarray(0, 12).toString('latin1');

/** Requests that the service is still reading, each with the header that says how. */
const unfinished: readonly (readonly [string, readonly string[], part: string])[] = [
  ['by length', ['Content-Length: 100'], animal],
  ['in chunks', ['Transfer-Encoding: chunked'], chunk(animal)],
  ['before the first byte', ['Content-Length: 100'], ''],
  ['compressed', ['Content-Encoding: gzip', 'Content-Length: 100'], half],
  ['compressed, in chunks', ['Content-Encoding: gzip', 'Transfer-Encoding: chunked'], chunk(half)],
  ['compressed, before the first byte', ['Content-Encoding: br', 'Content-Length: 100'], ''],
];

describe('a client that disconnects', () => {
  beforeEach(() => {
    const printed = vi.spyOn(console, 'error');
    return () => {
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
    };
  });

  /** The service keeps serving, reports the lost request once, holds nothing for it and waits for nothing. */
  const expectHealthy = async (api: Awaited<ReturnType<typeof startApi>>, report: object): Promise<void> => {
    const common = { requestId: expect.any(String), duration: expect.any(Number), route: '/v1/pets' };
    expect(await api.reports(1)).toEqual([{ ...common, status: 499, aborted: true, ...report }]);
    expect(api.activeRequests()).toBe(0);
    expect((await api.request(list)).body).toBe('[]');
    expect(api.reported.length).toBe(2);
    await api.stop(60_000);
  };

  describe.each(['resets', 'closes'] as const)('and %s', (ending) => {
    it.each(unfinished)('in the middle of a body, %s', async (_, headers, part) => {
      // The next request gets no place unless this one has left its own.
      const { api, connection } = await startConnected({ options: { maxRequestsInFlight: 2 } });
      const expecting = jsonHeaders(...headers, 'Expect: 100-continue', 'X-Request-Id: lost');
      expect((await connection.request(spell('POST /v1/pets', expecting))).status).toBe(100);
      await connection.send(part);
      if (ending === 'resets') connection.reset();
      else connection.end();
      await expectHealthy(api, { requestId: 'lost', method: 'POST', apiKeyId: apiKey.id });
    });
  });

  it.each([
    ['in the middle of a body', 'POST', spell('POST /v1/pets', jsonHeaders('Content-Length: 100'), animal)],
    ['before any of several responses', 'GET', list.repeat(5)],
    ['before a response and the response to a malformed message', 'GET', `${list}\u0000\r\n\r\n`],
  ])('while its key is checked, %s', async (_, method, bytes) => {
    const { gate, api, connection } = await startHeld();
    await connection.send(bytes);
    await gate.held();
    connection.reset();
    await api.reports(1);
    gate.open();
    await expectHealthy(api, { method });
  });

  it('between two requests, or before the first one', async () => {
    const api = await startApi();
    (await api.open()).reset();
    const connection = await api.open();
    await connection.request(spell('GET /livez'));
    connection.reset();
    await api.stop(60_000);
    expect(api.reported.length).toBe(1);
  });
});
