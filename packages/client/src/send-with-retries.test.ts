import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fate, fakeFetch, jsonResponse } from '../test/fakes.ts';
import type { CallOptions } from './animal-store-client.ts';
import { type ApiRequest, sendWithRetries } from './send-with-retries.ts';

const url = 'https://animals.example/v1/pets';
const get: ApiRequest = { operation: 'listPets', method: 'GET', url };
const post: ApiRequest = { operation: 'addPet', method: 'POST', url, body: '{}', idempotencyKey: 'order-17' };
const lost = new TypeError('fetch failed');
const ok = (): Response => jsonResponse(200, '[]');
const after = (value: number): Response => jsonResponse(503, '{}', { 'Retry-After': `${value}` });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  // First, because a spy on a timer puts back the one that it has found, which is not the real one.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Sends a request. Returns the status or code at its end, its time, and the start and limit of each attempt. */
const run = async (fates: readonly Fate[], options: CallOptions = {}) => {
  const start = performance.now();
  const { fetch } = fakeFetch(...fates);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const attempts: string[] = [];
  const timed = (...request: Parameters<typeof fetch>) => {
    attempts.push(`${performance.now() - start} for ${timers.mock.lastCall?.[1]}`);
    return fetch(...request);
  };
  const running = sendWithRetries(timed, get, options)
    .then(
      (response) => response.status,
      ({ code }) => code,
    )
    .then((end) => [end, performance.now() - start]);
  await vi.runAllTimersAsync();
  const [end, time] = await running;
  return { end, time, attempts: attempts.join(', ') };
};

const cutOff = () => new Response(new ReadableStream({ pull: (controller) => controller.error(lost) }));

test.each<readonly [string, Fate, object]>([
  ['the connection is lost', lost, { code: 'connection_failed', message: `POST ${url} got no response`, cause: lost }],
  ['it is lost in the middle of the body', cutOff(), { code: 'connection_failed', cause: lost }],
  ['its time is over', 'silence', { code: 'timed_out', message: `POST ${url} got no response in time` }],
])('throws an error with the idempotency key if %s', async (_, fate, error) => {
  const expected = { status: undefined, idempotencyKey: 'order-17', ...error };
  const failed = expect(sendWithRetries(fakeFetch(fate).fetch, post, { retries: 0 })).rejects.toMatchObject(expected);
  await vi.runAllTimersAsync();
  await failed;
});

test.each([201, 304, 404, 500, 505])('does not retry after %d', async (code) => {
  const response = new Response(null, { status: code, headers: { 'Retry-After': '1' } });
  expect(await run([response])).toEqual({ end: code, time: 0, attempts: '0 for 10000' });
});

test.each([408, 429, 502, 503, 504])('retries after %d, at most three times, with growing delays', async (code) => {
  const attempts = '0 for 10000, 150 for 10000, 450 for 10000, 1050 for 10000';
  const responses = Array.from({ length: 4 }, () => jsonResponse(code, ''));
  expect(await run(responses)).toEqual({ end: code, time: 1050, attempts });
});

const longest = { timeout: 2_147_483_647, attemptTimeout: 2_147_483_647 };

test.each<readonly [what: string, fates: readonly Fate[], options: CallOptions, end: unknown, attempts: string]>([
  ['retries after a lost connection', [lost, ok()], {}, 200, '0 for 10000, 150 for 10000'],
  ['waits as Retry-After says', [after(2), after(1), ok()], {}, 200, '0 for 10000, 2050 for 10000, 3150 for 10000'],
  ['waits though Retry-After is 0', [after(0), after(0), ok()], {}, 200, '0 for 10000, 150 for 10000, 450 for 10000'],
  [
    'waits longer than Retry-After says, if the growing delay is longer',
    [...Array.from({ length: 5 }, () => after(1)), ok()],
    { retries: 5 },
    200,
    [0, 1050, 2150, 3350, 4750, 7150].map((start) => `${start} for 10000`).join(', '),
  ],
  ['does not wait up to the time limit', [after(30)], { timeout: 30_050 }, 503, '0 for 10000'],
  ['waits until just before it', [after(30), ok()], { timeout: 30_051 }, 200, '0 for 10000, 30050 for 1'],
  ['rounds limits up', [ok()], { attemptTimeout: 1.5 }, 200, '0 for 2'],
  ['limits the last attempt', ['silence', 'silence'], { timeout: 15_000 }, 'timed_out', '0 for 10000, 10150 for 4850'],
  ['keeps the longest limits', [after(86_400), ok()], longest, 200, '0 for 2147483647, 86400050 for 2061083597'],
])('%s', async (_, fates, options, end, attempts) => {
  expect(await run(fates, options)).toMatchObject({ end, attempts });
});

test.each<readonly [string, number, readonly Fate[]]>([
  ['before the first attempt', 0, []],
  ['in an attempt', 40, ['silence']],
  ['in a wait', 40, [lost]],
])('the signal ends a call %s at once, with its reason, and leaves nothing behind', async (_, time, fates) => {
  const controller = new AbortController();
  const { signal } = controller;
  if (time === 0) controller.abort('enough');
  else setTimeout(() => controller.abort('enough'), time);
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  const start = performance.now();
  const { fetch, sent } = fakeFetch(...fates);
  const ended = expect(sendWithRetries(fetch, get, { signal })).rejects.toBe('enough');
  await vi.advanceTimersByTimeAsync(time);
  await ended;
  expect([performance.now() - start, sent.length, vi.getTimerCount()]).toEqual([time, fates.length, 0]);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test('a call that succeeds leaves no timer, and no listener at its signal', async () => {
  const { signal } = new AbortController();
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  const sent = sendWithRetries(fakeFetch(lost, ok()).fetch, get, { signal });
  await vi.advanceTimersByTimeAsync(150);
  expect([(await sent).status, vi.getTimerCount(), added.mock.calls.length]).toEqual([200, 0, 3]);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
