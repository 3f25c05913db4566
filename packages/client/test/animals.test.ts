import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnimalStoreClient,
  createAnimalStoreClient,
  type DeprecationNotice,
  type NewPet,
  type Pet,
  petStatuses,
} from '../src/index.ts';
import { collect } from './collect.ts';

const notices: DeprecationNotice[] = [];
let service: RunningService;
let client: AnimalStoreClient;

beforeAll(async () => {
  service = await startService();
  client = createAnimalStoreClient({ ...service, onDeprecation: (notice) => notices.push(notice) });
});

afterAll(() => service.stop());

describe('one animal', () => {
  const name = '"\\\n\u2028 \u{1f415} 9007199254740993';
  test.each<NewPet>([
    { name: 'Rex', categoryId: 1, status: 'available' },
    { name: '', categoryId: -0, status: undefined },
    { name, categoryId: Number.MIN_SAFE_INTEGER },
    ...[2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n, 999999999999999999n].map((categoryId) => ({
      name,
      categoryId,
    })),
  ])('%o is added, fetched and listed as it is', async (newPet) => {
    const pet = await client.addPet(newPet);
    const expected = { id: expect.any(BigInt), name: newPet.name, categoryId: BigInt(newPet.categoryId) };
    expect(pet).toStrictEqual(newPet.status === undefined ? expected : { ...expected, status: newPet.status });
    expect(await client.getPet(pet.id)).toStrictEqual(pet);
    expect((await collect(client.pets())).at(-1)).toStrictEqual(pet);
  });

  test('fetching one is announced to end', async () => {
    notices.length = 0;
    const { id } = await client.addPet({ name: 'Rex', categoryId: 1 });
    expect(notices).toEqual([]);
    await client.getPet(id);
    expect(notices).toStrictEqual([
      {
        operation: 'getPet',
        deprecated: new Date('2025-12-05T00:00:00Z'),
        sunset: new Date('2030-12-05T00:00:00Z'),
        successor: `${service.baseUrl}/pets`,
      },
    ]);
  });

  test('is added once under a key, however the key is spelled', async () => {
    for (const idempotencyKey of ['order-17', '"order-17"', '\\', 'a'.repeat(255)]) {
      const first = await client.addPet({ name: 'Kit', categoryId: 1 }, { idempotencyKey });
      expect(await client.addPet({ name: 'Kit', categoryId: 1 }, { idempotencyKey })).toStrictEqual(first);
    }
    const kits = (await collect(client.pets())).filter(({ name }) => name === 'Kit');
    expect(kits.length).toBe(4);
  });
});

describe('a thousand animals', () => {
  const statuses = [...petStatuses, undefined];
  const added: Pet[] = [];
  let before: bigint;

  beforeAll(async () => {
    before = (await client.addPet({ name: 'the last before them', categoryId: 1 })).id;
    const add = async (index: number): Promise<void> => {
      const status = statuses[index % statuses.length];
      added.push(await client.addPet({ name: `Rex ${index}`, categoryId: 2n ** 62n + BigInt(index), status }));
    };
    const indices = Array.from({ length: 1000 }, (_, index) => index).values();
    const worker = async (): Promise<void> => {
      for (const index of indices) await add(index);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    added.sort((a, b) => (a.id < b.id ? -1 : 1));
  });

  const ofThem = (pets: readonly Pet[]): readonly Pet[] => pets.filter(({ id }) => id > before);

  test('are walked over one by one, each once and in order', async () => {
    expect(added.length).toBe(1000);
    expect(ofThem(await collect(client.pets()))).toStrictEqual(added);
  });

  test.each([2, 99])('are walked over page by page, at most %d a page', async (limit) => {
    const pages = await collect(client.pages({ limit, status: 'sold' }));
    expect(pages.slice(0, -1).map(({ pets }) => pets.length)).toEqual(Array(pages.length - 1).fill(limit));
    const sold = added.filter(({ status }) => status === 'sold');
    expect(ofThem(pages.flatMap(({ pets }) => pets))).toStrictEqual(sold);
  });

  test.each(petStatuses)('are filtered: %s', async (status) => {
    const expected = added.filter((pet) => pet.status === status);
    expect(expected.length).toBe(250);
    expect(ofThem(await collect(client.pets({ status })))).toStrictEqual(expected);
  });

  test('come twenty a page when nothing is said, and the rest from where a kept page ends', async () => {
    const { pets, next } = await client.listPets();
    expect(pets.length).toBe(20);
    const kept = JSON.parse(JSON.stringify(next));
    const second = await client.listPets(kept);
    expect(second.pets.length).toBe(20);
    expect([...pets, ...second.pets]).toStrictEqual((await collect(client.pets())).slice(0, 40));
  });
});
