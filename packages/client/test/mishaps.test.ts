import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnimalStoreClient, createAnimalStoreClient, type Pet } from '../src/index.ts';
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

const collect = async (pets: AsyncIterable<Pet>): Promise<readonly Pet[]> => {
  const collected: Pet[] = [];
  for await (const pet of pets) collected.push(pet);
  return collected;
};

const named = async (name: string): Promise<readonly Pet[]> => {
  const pets = await collect(createAnimalStoreClient(service).pets());
  return pets.filter((pet) => pet.name === name);
};

const unavailable: Mishap = { status: 503, headers: { 'Retry-After': '0' }, body: 'try again' };

test.each<readonly Mishap[]>([
  ['none'],
  ['cut after', unavailable, 'cut before'],
  ['cut in mid-response', { status: 502 }],
])('one animal is added when the requests meet with %j, %j, %j', async (...mishaps) => {
  const name = JSON.stringify(mishaps);
  proxy.plan(...mishaps);
  const pet = await client.addPet({ name, categoryId: 2n ** 63n - 1n });
  expect(await named(name)).toStrictEqual([pet]);
  const [first, ...others] = proxy.arrivals();
  expect(others.length).toBe(mishaps[0] === 'none' ? 0 : mishaps.length);
  expect(others.map(({ idempotencyKey }) => idempotencyKey)).toEqual(others.map(() => first?.idempotencyKey));
  expect(first?.idempotencyKey).toMatch(/^"[!-~]+"$/);
});

test('a traversal survives all mishaps', async () => {
  for (let index = 0; index < 12; index++) await client.addPet({ name: 'traversed', categoryId: index });
  proxy.plan('cut before', 'none', 'cut in mid-response', unavailable, 'none', 'cut after');
  const pets = await collect(client.pets({ limit: 3 }));
  expect(pets).toStrictEqual(await collect(createAnimalStoreClient(service).pets()));
  expect(pets.filter(({ name }) => name === 'traversed').length).toBe(12);
});

test('a redirect is not followed, so the key stays', async () => {
  const received: (string | undefined)[] = [];
  const elsewhere = createServer(({ url }, response) => {
    received.push(url);
    response.end('[]');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  proxy.plan({ status: 307, headers: { Location: `http://127.0.0.1:${port}/v1/pets` } });
  expect(await failureOf(client.listPets())).toMatchObject({ code: 'unexpected_response', status: 307 });
  expect([proxy.arrivals().length, received]).toEqual([1, []]);
  elsewhere.close();
});

test('the caller ends a call in flight, and its connection', async () => {
  const controller = new AbortController();
  proxy.plan('held back');
  const failed = rejection(client.listPets({}, { signal: controller.signal }));
  await expect.poll(() => proxy.arrivals().length, { timeout: 20_000 }).toBe(1);
  controller.abort('enough');
  expect(await failed).toBe('enough');
  await proxy.abandoned();
  expect(proxy.arrivals().length).toBe(1);
});
