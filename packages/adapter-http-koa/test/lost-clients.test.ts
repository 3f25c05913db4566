import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createGate, knowsOneKey } from './fake-ports.ts';
import { animal, chunk, jsonHeaders, spell, withKey } from './spell-request.ts';
import { type RunningApi, startApi } from './start-api.ts';

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
  let printed: MockInstance;
  beforeEach(() => {
    printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  /** The service keeps serving, reports each lost request once and waits for nothing. */
  const expectHealthy = async (api: RunningApi, lost: number): Promise<void> => {
    const reports = await api.reports(lost);
    expect(reports.map(({ status, aborted }) => [status, aborted])).toEqual(
      Array.from({ length: lost }, () => [499, true]),
    );
    expect((await api.request(list)).body).toBe('[]');
    expect(api.reported.length).toBe(lost + 1);
    await api.worked();
    await api.stop(60_000);
  };

  it.each(unfinished)('in the middle of a body, %s', async (_, headers, part) => {
    const api = await startApi();
    const connection = await api.open();
    await connection.send(spell('POST /v1/pets', jsonHeaders(...headers, 'Expect: 100-continue')));
    expect((await connection.readResponse()).status).toBe(100);
    await connection.send(part);
    connection.reset();
    await expectHealthy(api, 1);
  });

  it.each(unfinished)('in the middle of a body while its key is checked, %s', async (_, headers, part) => {
    const gate = createGate();
    const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    await connection.send(spell('POST /v1/pets', jsonHeaders(...headers), part));
    await gate.held();
    connection.reset();
    await api.reports(1);
    gate.open();
    await expectHealthy(api, 1);
  });

  it('before any of several responses', async () => {
    const gate = createGate();
    const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    await connection.send(list.repeat(5));
    await gate.held(5);
    connection.reset();
    await api.reports(5);
    gate.open();
    await expectHealthy(api, 5);
  });

  it('before a response and the response to a malformed message', async () => {
    const gate = createGate();
    const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    await connection.send(`${list}\u0000\r\n\r\n`);
    await gate.held();
    connection.reset();
    await api.reports(1);
    gate.open();
    await expectHealthy(api, 1);
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
