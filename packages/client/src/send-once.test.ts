import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fate, fakeFetch, jsonResponse } from '../test/fake-fetch.ts';
import { rejection } from '../test/rejection.ts';
import { sendOnce } from './send-once.ts';
import type { ApiRequest } from './transport.ts';

const url = 'https://animals.example/v1/pets';
const get: ApiRequest = { operation: 'listPets', method: 'GET', url };
const post: ApiRequest = {
  operation: 'addPet',
  method: 'POST',
  url,
  headers: { 'Idempotency-Key': '"order-17"' },
  body: '{}',
  idempotencyKey: 'order-17',
};

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const send = (fate: Fate, request = get, signal?: AbortSignal): ReturnType<typeof sendOnce> =>
  sendOnce(fakeFetch(fate).fetch, request, 1000, signal);

test('passes a request without headers and body on', async () => {
  const { fetch, sent } = fakeFetch(jsonResponse(200, '[]'));
  await sendOnce(fetch, get, 1000, undefined);
  const init = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal: expect.any(AbortSignal) };
  expect(sent).toEqual([{ url, init }]);
});

test('returns the response', async () => {
  const response = jsonResponse(200, '[]', { 'X-Request-Id': 'r-1' });
  expect(await send(response)).toEqual({ status: 200, headers: response.headers, text: '[]' });
});

test('returns an error if the connection is lost', async () => {
  const cause = new TypeError('fetch failed');
  expect(await send(cause, post)).toMatchObject({
    code: 'connection_failed',
    message: 'POST https://animals.example/v1/pets got no response',
    status: undefined,
    idempotencyKey: 'order-17',
    cause,
  });
});

test('returns an error if the connection is lost in the middle of the body', async () => {
  const cause = new TypeError('terminated');
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
  expect(await send(new Response(body))).toMatchObject({ code: 'connection_failed', cause });
});

test('returns an error if the time limit ends', async () => {
  const outcome = send('silence', post);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({
    code: 'timed_out',
    message: 'POST https://animals.example/v1/pets got no response in time',
    idempotencyKey: 'order-17',
  });
});

test('throws the reason of the signal, whatever it is', async () => {
  const controller = new AbortController();
  const failed = rejection(send('silence', get, controller.signal));
  controller.abort('enough');
  expect(await failed).toBe('enough');
});

test('sends nothing if the signal is already aborted', async () => {
  const { fetch, sent } = fakeFetch();
  expect(await rejection(sendOnce(fetch, get, 1000, AbortSignal.abort('enough')))).toBe('enough');
  expect(sent).toEqual([]);
});

test('removes its listener from the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await send(jsonResponse(200, '[]'), get, signal);
  await send(new Error('lost'), get, signal);
  expect(added).toHaveBeenCalledTimes(2);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
