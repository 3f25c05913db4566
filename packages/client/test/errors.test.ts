import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeApiKey, type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/error-code.ts';
import {
  type AnimalStoreClient,
  type ClientOptions,
  createAnimalStoreClient,
  type NewPet,
  petStatuses,
} from '../src/index.ts';
import { failureOf } from './rejection.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const clientOf = (options: Partial<ClientOptions> = {}): AnimalStoreClient =>
  createAnimalStoreClient({ ...service, ...options });

const rex: NewPet = { name: 'Rex', categoryId: 1 };
const range = 'must be an integer between -9223372036854775808 and 9223372036854775807';

/** As the global fetch, with other headers. */
const fetchWith =
  (changes: Readonly<Record<string, string>>): ClientOptions['fetch'] =>
  (url, init) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(changes)) headers.set(name, value);
    return fetch(url, { ...init, headers });
  };

describe('an error of the service', () => {
  test.each<readonly [operation: string, code: string, status: number, message: string, call: () => Promise<unknown>]>([
    [
      'addPet',
      'invalid_request',
      400,
      `name is required; categoryId ${range}; status must be one of available, pending, sold`,
      () =>
        clientOf({ fetch: (url, init) => fetch(url, { ...init, body: '{"categoryId":1.5,"status":""}' }) }).addPet(rex),
    ],
    [
      'listPets',
      'unauthorized',
      401,
      'a valid API key is needed: Authorization: Bearer <API_KEY>',
      () => clientOf({ apiKey: makeApiKey() }).listPets(),
    ],
    ['getPet', 'not_found', 404, 'no animal has this id', () => clientOf().getPet(2n ** 63n - 1n)],
    [
      'addPet',
      'payload_too_large',
      413,
      'the body must not exceed 65536 bytes',
      () => clientOf().addPet({ name: 'x'.repeat(65_536), categoryId: 1 }),
    ],
    [
      'listPets',
      'headers_too_large',
      431,
      'the headers of the request are too large',
      () => clientOf({ fetch: fetchWith({ 'X-Large': 'x'.repeat(20_000) }) }).listPets(),
    ],
  ])('%s: %s (%d), %s', async (operation, code, status, message, call) => {
    expect(await failureOf(call())).toEqual({
      code,
      serviceCode: code,
      message,
      status,
      requestId: expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
      idempotencyKey: operation === 'addPet' ? expect.any(String) : undefined,
    });
  });

  test('has the same request id as the log', async () => {
    const client = clientOf({ fetch: fetchWith({ 'X-Request-Id': 'checkout-7f3a.1' }) });
    expect(await failureOf(client.getPet(0))).toMatchObject({ requestId: 'checkout-7f3a.1' });
  });
});

test('the codes and statuses are those of the OpenAPI document', async () => {
  const main = fileURLToPath(new URL('../../../apps/service/src/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@animal-store/source', main, 'openapi'],
    { env: {}, maxBuffer: 1e7 },
  );
  const { schemas } = JSON.parse(stdout).components;
  expect(serviceErrorCodes).toEqual(schemas.Error.properties.code.enum);
  expect(petStatuses).toEqual(schemas.PetStatus.enum);
});
