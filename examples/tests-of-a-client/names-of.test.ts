import { createAnimalStoreClient } from '@animal-store/client';
import { type RunningAnimalStore, startAnimalStore } from '@animal-store/service';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namesOf } from './names-of.ts';

let service: RunningAnimalStore;

// A service of its own for each test, in this process: it starts in milliseconds.
beforeEach(async () => {
  service = await startAnimalStore();
});

afterEach(() => service.stop());

test('names of all pages', async () => {
  const { addPet } = createAnimalStoreClient(service);
  for (let number = 1; number <= 25; number++) await addPet({ name: `Rex ${number}`, categoryId: 1, status: 'sold' });
  await addPet({ name: 'Tom', categoryId: 1, status: 'pending' });
  expect(await namesOf(service, 'pending')).toEqual(['Tom']);
  expect((await namesOf(service, 'sold')).at(-1)).toBe('Rex 25');
});

test('a key that was revoked', async () => {
  await expect(namesOf({ ...service, apiKey: 'ask_revoked' }, 'sold')).rejects.toMatchObject({ code: 'unauthorized' });
});
