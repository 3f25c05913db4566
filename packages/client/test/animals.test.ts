import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnimalStoreClient, createAnimalStoreClient, type NewPet, type Pet, petStatuses } from '../src/index.ts';
import { collect } from './collect.ts';

let service: RunningService;
let client: AnimalStoreClient;

beforeAll(async () => {
  service = await startService();
  client = createAnimalStoreClient(service);
});

afterAll(() => service.stop());

describe('one animal', () => {
  const name = '"\\\n\u2028 \u{1f415} 9007199254740993';
  test.each<NewPet>([
    { name: 'Rex', categoryId: 1, status: 'available' },
    { name: '', categoryId: -0, status: undefined },
    { name, categoryId: -(2n ** 63n) },
  ])('%o is added, fetched and listed as it is', async (newPet) => {
    const pet = await client.addPet(newPet);
    const expected = { id: expect.any(BigInt), name: newPet.name, categoryId: BigInt(newPet.categoryId) };
    expect(pet).toStrictEqual(newPet.status === undefined ? expected : { ...expected, status: newPet.status });
    expect(await client.getPet(pet.id)).toStrictEqual(pet);
    expect((await collect(client.pets())).at(-1)).toStrictEqual(pet);
  });
});

describe('two hundred animals', () => {
  const statuses = [...petStatuses, undefined];
  const added: Pet[] = [];
  let before: bigint;

  beforeAll(async () => {
    before = (await client.addPet({ name: 'the last before them', categoryId: 1 })).id;
    const add = async (index: number): Promise<void> => {
      const status = statuses[index % statuses.length];
      added.push(await client.addPet({ name: `Rex ${index}`, categoryId: 2n ** 62n + BigInt(index), status }));
    };
    const indices = Array.from({ length: 200 }, (_, index) => index).values();
    const worker = async (): Promise<void> => {
      for (const index of indices) await add(index);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    added.sort((a, b) => (a.id < b.id ? -1 : 1));
  });

  const ofThem = (pets: readonly Pet[]): readonly Pet[] => pets.filter(({ id }) => id > before);

  test('are walked over one by one, each once and in order', async () => {
    expect(added.length).toBe(200);
    expect(ofThem(await collect(client.pets()))).toStrictEqual(added);
  });

  test('are walked over page by page', async () => {
    const pages = await collect(client.pages({ limit: 20, status: 'sold' }));
    expect(pages.map(({ pets }) => pets.length)).toEqual([20, 20, 10]);
    const sold = added.filter(({ status }) => status === 'sold');
    expect(pages.flatMap(({ pets }) => pets)).toStrictEqual(sold);
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
