import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fate, fakeFetch, fakeTime, jsonResponse } from '../test/fake-fetch.ts';
import { failureOf, rejection } from '../test/rejection.ts';
import type { CallOptions } from './animal-store-client.ts';
import { type ApiRequest, sendWithRetries } from './send-with-retries.ts';

const url = 'https://animals.example/v1/pets';
const get: ApiRequest = { operation: 'listPets', method: 'GET', url };
const post: ApiRequest = { operation: 'addPet', method: 'POST', url, body: '{}', idempotencyKey: 'order-17' };
const lost = new TypeError('fetch failed');
const ok = (): Response => jsonResponse(200, '[]');
const after = (seconds: number): Response => jsonResponse(503, '{}', { 'Retry-After': `${seconds}` });
const status = (code: number): Response => jsonResponse(code, '{}');

beforeEach(() => {
  fakeTime();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Sends a request. Returns the status or code at its end, its time, and the start and limit of each attempt. */
const run = async (fates: readonly Fate[], options: CallOptions = {}) => {
  const start = performance.now();
  const { fetch } = fakeFetch(...fates);
  const starts: number[] = [];
  const timed = (...request: Parameters<typeof fetch>) => {
    starts.push(performance.now() - start);
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
  const limits = vi.mocked(AbortSignal.timeout).mock.calls.map(([limit]) => limit);
  return { end, time, attempts: starts.map((started, index) => `${started} for ${limits[index]}`) };
};

test('passes the request on, and returns the response', async () => {
  const response = jsonResponse(200, '[]', { 'X-Request-Id': 'r-1' });
  const { fetch, sent } = fakeFetch(response);
  expect(await sendWithRetries(fetch, get, {})).toEqual({ status: 200, headers: response.headers, text: '[]' });
  const init = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal: expect.any(AbortSignal) };
  expect(sent).toEqual([{ url, init }]);
});

test('throws an error if the connection is lost, also in the middle of the body', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(lost) });
  for (const fate of [lost, new Response(body)]) {
    const error = await rejection(sendWithRetries(fakeFetch(fate).fetch, post, { retries: 0 }));
    expect(error).toMatchObject({
      code: 'connection_failed',
      message: 'POST https://animals.example/v1/pets got no response',
      status: undefined,
      idempotencyKey: 'order-17',
      cause: lost,
    });
  }
});

test('throws an error if the time limit of the attempt ends', async () => {
  const failed = failureOf(sendWithRetries(fakeFetch('silence').fetch, post, { attemptTimeout: 1000, retries: 0 }));
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({
    code: 'timed_out',
    message: 'POST https://animals.example/v1/pets got no response in time',
    idempotencyKey: 'order-17',
  });
});

test.each([201, 304, 404, 500, 505])('does not retry after %d', async (code) => {
  const response = new Response(null, { status: code, headers: { 'Retry-After': '1' } });
  expect(await run([response])).toEqual({ end: code, time: 0, attempts: ['0 for 10000'] });
});

test.each([408, 429, 502, 503, 504])('retries after %d, at most three times, with growing delays', async (code) => {
  expect(await run([status(code), status(code), status(code), status(code)])).toEqual({
    end: code,
    time: 1050,
    attempts: ['0 for 10000', '150 for 10000', '450 for 10000', '1050 for 10000'],
  });
});

const unlimited = { timeout: Number.POSITIVE_INFINITY, attemptTimeout: Number.POSITIVE_INFINITY };

test.each<readonly [what: string, fates: readonly Fate[], options: CallOptions, end: unknown, attempts: string]>([
  ['retries after a lost connection', [lost, ok()], {}, 200, '0 for 10000, 150 for 10000'],
  ['waits as Retry-After says', [after(2), after(1), ok()], {}, 200, '0 for 10000, 2050 for 10000, 3150 for 10000'],
  ['retries at once if Retry-After says so', [after(0), ok()], {}, 200, '0 for 10000, 50 for 10000'],
  ['does not wait up to the time limit', [after(30)], { timeout: 30_050 }, 503, '0 for 10000'],
  ['waits until just before it', [after(30), ok()], { timeout: 30_051 }, 200, '0 for 10000, 30050 for 1'],
  ['rounds limits up', [ok()], { attemptTimeout: 0.5 }, 200, '0 for 1'],
  ['limits the last attempt', ['silence', 'silence'], { timeout: 15_000 }, 'timed_out', '0 for 10000, 10150 for 4850'],
  ['knows no limit in itself', [after(86_400), ok()], unlimited, 200, '0 for 2147483647, 86400050 for 2147483647'],
])('%s', async (_, fates, options, end, attempts) => {
  const ran = await run(fates, options);
  expect([ran.end, ran.attempts.join(', ')]).toEqual([end, attempts]);
});

test('a wait beyond the longest timer does not end at once', async () => {
  const { fetch, sent } = fakeFetch(after(1e9));
  void sendWithRetries(fetch, get, unlimited);
  await vi.advanceTimersByTimeAsync(1e9);
  expect(sent.length).toBe(1);
});

test('an attempt without time left ends at once', async () => {
  const { attempts } = await run(['silence'], { timeout: -5, retries: 0 });
  expect(attempts).toEqual(['0 for 0']);
});

test('sends nothing if the signal is already aborted', async () => {
  const { fetch, sent } = fakeFetch();
  expect(await rejection(sendWithRetries(fetch, get, { signal: AbortSignal.abort('enough') }))).toBe('enough');
  expect(sent).toEqual([]);
});

test.each<Fate>(['silence', lost])(
  'the signal ends an attempt or a wait at once, with its reason: %s',
  async (fate) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 40);
    const start = performance.now();
    const ended = rejection(sendWithRetries(fakeFetch(fate).fetch, get, { signal: controller.signal })).then(
      (reason) => [reason, performance.now() - start],
    );
    await vi.runAllTimersAsync();
    expect(await ended).toEqual(['enough', 40]);
  },
);

test('a wait that is ended leaves nothing at the signal, and no timer', async () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, 'addEventListener');
  const removed = vi.spyOn(controller.signal, 'removeEventListener');
  const ended = rejection(sendWithRetries(fakeFetch(lost).fetch, get, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(10);
  const timers = vi.getTimerCount();
  controller.abort('enough');
  expect([await ended, vi.getTimerCount()]).toEqual(['enough', timers - 1]);
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
