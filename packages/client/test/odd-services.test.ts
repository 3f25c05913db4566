import { startService } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { createAnimalStoreClient, type NewPet } from '../src/index.ts';
import { failureOf } from './rejection.ts';

const rex: NewPet = { name: 'Rex', categoryId: 1 };

test('a service that is not there is a lost connection', async () => {
  const gone = await startService();
  await gone.stop();
  expect(await failureOf(createAnimalStoreClient({ ...gone, retries: 1 }).listPets())).toEqual({
    name: 'AnimalStoreError',
    code: 'connection_failed',
    serviceCode: undefined,
    message: `GET ${gone.baseUrl}/pets was not answered`,
    status: undefined,
    requestId: undefined,
    retryAfter: undefined,
    idempotencyKey: undefined,
  });
});

test('a service without its store asks to wait', async () => {
  // Nobody listens at port 1, so the key cannot be looked up.
  const storeless = await startService({ env: { API_KEY: '', MONGODB_URI: 'mongodb://127.0.0.1:1/pets' } });
  try {
    const client = createAnimalStoreClient({ ...storeless, attemptTimeout: 25_000, retries: 0 });
    const failure = await failureOf(client.addPet(rex));
    expect(failure).toEqual({
      name: 'AnimalStoreError',
      code: 'service_unavailable',
      serviceCode: 'service_unavailable',
      message: 'the store cannot answer at the moment; try again',
      status: 503,
      requestId: expect.any(String),
      retryAfter: 1000,
      idempotencyKey: expect.any(String),
    });
  } finally {
    await storeless.stop();
  }
});

test('links to another host than the one that is asked are refused', async () => {
  const elsewhere = await startService({ env: { BASE_URL: 'https://animals.example/v1' } });
  try {
    const client = createAnimalStoreClient(elsewhere);
    await client.addPet(rex);
    expect((await client.listPets({ limit: 1 })).pets.length).toBe(1);
    await client.addPet(rex);
    expect(await failureOf(client.listPets({ limit: 1 }))).toMatchObject({ code: 'unexpected_answer', status: 200 });
  } finally {
    await elsewhere.stop();
  }
});
