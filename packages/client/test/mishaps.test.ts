import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnimalStoreClient, createAnimalStoreClient, type Pet } from '../src/index.ts';
import { collect } from './collect.ts';
import { type FlakyProxy, type Mishap, startFlakyProxy } from './flaky-proxy.ts';
import { failureOf, rejection } from './rejection.ts';

let service: RunningService;
let proxy: FlakyProxy;
let client: AnimalStoreClient;

beforeAll(async () => {
  service = await startService();
  proxy = await startFlakyProxy(service.origin);
  client = createAnimalStoreClient({ ...service, baseUrl: proxy.baseUrl });
});

afterAll(async () => {
  await proxy.close();
  await service.stop();
});

const named = async (name: string): Promise<readonly Pet[]> => {
  const pets = await collect(createAnimalStoreClient(service).pets());
  return pets.filter((pet) => pet.name === name);
};

const unavailable: Mishap = { status: 503, headers: { 'Retry-After': '0' }, body: 'try again' };

describe('one animal is added', () => {
  test.each<readonly Mishap[]>([
    ['none'],
    ['cut before'],
    ['cut after'],
    ['cut in mid-response'],
    [unavailable],
    [{ status: 429, headers: { 'Retry-After': '0' } }],
    [{ status: 502 }],
    [{ status: 504 }],
    ['cut after', unavailable, 'cut before'],
    ['cut in mid-response', 'cut after', 'cut after'],
  ])('when the requests meet with %j, %j, %j', async (...mishaps) => {
    const name = JSON.stringify(mishaps);
    proxy.plan(...mishaps);
    const pet = await client.addPet({ name, categoryId: 2n ** 63n - 1n });
    expect(await named(name)).toStrictEqual([pet]);
    const [first, ...others] = proxy.arrivals();
    expect(others.length).toBe(mishaps[0] === 'none' ? 0 : mishaps.length);
    expect(others.map(({ idempotencyKey }) => idempotencyKey)).toEqual(others.map(() => first?.idempotencyKey));
    expect(first?.idempotencyKey).toMatch(/^"[!-~]+"$/);
  });

  test('if a response takes too long', async () => {
    proxy.plan('held back');
    const pet = await client.addPet({ name: 'Held', categoryId: 1 }, { attemptTimeout: 1500 });
    expect(await named('Held')).toStrictEqual([pet]);
    expect(proxy.arrivals().length).toBe(2);
  });

  test('if the caller retries with the key of the error', async () => {
    proxy.plan('cut after', 'cut after', 'cut after', 'cut after');
    const failure = await failureOf(client.addPet({ name: 'Again', categoryId: 1 }));
    const { idempotencyKey } = failure as { readonly idempotencyKey: string };
    expect(failure).toEqual({
      code: 'connection_failed',
      message: `POST ${proxy.baseUrl}/pets got no response`,
      idempotencyKey: expect.stringMatching(/^\d+-\d+$/),
    });
    expect(proxy.arrivals().length).toBe(4);
    const pet = await client.addPet({ name: 'Again', categoryId: 1 }, { idempotencyKey });
    expect(await named('Again')).toStrictEqual([pet]);
  });
});

test('a traversal survives all mishaps', async () => {
  for (let index = 0; index < 12; index++) await client.addPet({ name: 'traversed', categoryId: index });
  proxy.plan('cut before', 'none', 'cut in mid-response', unavailable, 'none', 'cut after');
  const pets = await collect(client.pets({ limit: 3 }));
  expect(pets).toStrictEqual(await collect(createAnimalStoreClient(service).pets()));
  expect(pets.filter(({ name }) => name === 'traversed').length).toBe(12);
});

test('a stopped service is a lost connection', async () => {
  const gone = await startService();
  await gone.stop();
  expect(await failureOf(createAnimalStoreClient({ ...gone, retries: 1 }).listPets())).toEqual({
    code: 'connection_failed',
    message: `GET ${gone.baseUrl}/pets got no response`,
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('of status %d is not followed, so the key stays', async (status) => {
    const received: (string | undefined)[] = [];
    const elsewhere = createServer(({ url }, response) => {
      received.push(url);
      response.end('[]');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const redirect: Mishap = { status, headers: { Location: `http://127.0.0.1:${port}/v1/pets` } };
    proxy.plan(redirect, redirect);
    for (const call of [client.listPets(), client.addPet({ name: 'Rex', categoryId: 1 })]) {
      expect(await failureOf(call)).toMatchObject({ code: 'unexpected_response', status });
    }
    expect(proxy.arrivals().length).toBe(2);
    expect(received).toEqual([]);
    elsewhere.close();
  });
});

describe('the caller', () => {
  const begun = async (): Promise<void> => {
    await expect.poll(() => proxy.arrivals().length, { timeout: 20_000 }).toBe(1);
  };

  test('ends a call in flight, and its connection', async () => {
    const controller = new AbortController();
    proxy.plan('held back');
    const failed = rejection(client.listPets({}, { signal: controller.signal }));
    await begun();
    controller.abort('enough');
    expect(await failed).toBe('enough');
    await proxy.abandoned();
    expect(proxy.arrivals().length).toBe(1);
  });

  test('ends a call that waits for its retry', async () => {
    const controller = new AbortController();
    proxy.plan({ status: 503, headers: { 'Retry-After': '20' } });
    const failed = rejection(client.addPet({ name: 'Rex', categoryId: 1 }, { signal: controller.signal }));
    await begun();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 100);
    expect(await failed).toBe(reason);
    expect(proxy.arrivals().length).toBe(1);
  });
});
