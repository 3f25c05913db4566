import { expect, test, vi } from 'vitest';
import { fakeClient } from '../test/fake-client.ts';
import { errorResponse, fakeTime, jsonResponse } from '../test/fake-fetch.ts';
import { failureOf, rejection } from '../test/rejection.ts';

const added = () => jsonResponse(201, '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}');

test('sends the animal once, under a key', async () => {
  const client = fakeClient([added()]);
  expect(
    await client.addPet({ name: 'Rex', categoryId: 1n, status: 'sold' }, { idempotencyKey: 'order-17' }),
  ).toStrictEqual({ id: 7n, name: 'Rex', categoryId: 1n, status: 'sold' });
  expect(client.sent).toEqual([
    {
      url: 'https://animals.example/v1/pets',
      init: {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          Authorization: 'Bearer ask_key',
          'Content-Type': 'application/json',
          'Idempotency-Key': '"order-17"',
        },
        body: '{"name":"Rex","categoryId":1,"status":"sold"}',
        redirect: 'manual',
        signal: expect.any(AbortSignal),
      },
    },
  ]);
});

test('creates a key for each call, and retries with it', async () => {
  fakeTime();
  const client = fakeClient([
    new Error('lost'),
    errorResponse(503, 'service_unavailable', 'later', { 'Retry-After': '1' }),
    added(),
    added(),
  ]);
  const first = client.addPet({ name: 'Rex', categoryId: 1 });
  await vi.runAllTimersAsync();
  await first;
  await client.addPet({ name: 'Rex', categoryId: 1 });
  vi.useRealTimers();
  vi.restoreAllMocks();
  const keys = client.sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^"\d+-\d+"$/);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('quotes a key, so that it arrives unchanged', async () => {
  const client = fakeClient([added()]);
  await client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey: '"a\\b"' });
  expect(new Headers(client.sent[0]?.init.headers).get('Idempotency-Key')).toBe('"\\"a\\\\b\\""');
});

test('puts the key that it has sent into its error', async () => {
  const client = fakeClient([new Error('lost')], { retries: 0 });
  const failure = await failureOf(client.addPet({ name: 'Rex', categoryId: 1 }));
  const sent = new Headers(client.sent[0]?.init.headers).get('Idempotency-Key');
  expect(failure).toMatchObject({ code: 'connection_failed', idempotencyKey: sent?.slice(1, -1) });
});

test.each(['!', '~', '"a"', 'a'.repeat(255)])('accepts the key %s', async (idempotencyKey) => {
  const client = fakeClient([added()]);
  expect(await client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey })).toMatchObject({ id: 7n });
});

test.each(['', 'a b', ' a', 'a\n', 'ä', '\u007f', 'a'.repeat(256)])(
  'sends nothing with the key %j',
  async (idempotencyKey) => {
    const client = fakeClient([]);
    expect(await rejection(client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey }))).toEqual(
      new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters'),
    );
    expect(client.sent).toEqual([]);
  },
);

test('sends nothing with an integer that may have been rounded', async () => {
  const client = fakeClient([]);
  expect(await rejection(client.addPet({ name: 'Rex', categoryId: 2 ** 53 }))).toEqual(
    new RangeError('categoryId must be an int64: a bigint, or a number that is a safe integer'),
  );
  expect(client.sent).toEqual([]);
});
