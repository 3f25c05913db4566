import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/error-code.ts';
import { createAnimalStoreClient, type NewPet, petStatuses } from '../src/index.ts';
import { failureOf } from './rejection.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const rex: NewPet = { name: 'Rex', categoryId: 1 };
const range = 'must be an integer between -9223372036854775808 and 9223372036854775807';

test.each<readonly [code: string, status: number, message: string, changed: RequestInit]>([
  [
    'invalid_request',
    400,
    `name is required; categoryId ${range}, in plain digits; status must be one of available, pending, sold`,
    { body: '{"categoryId":1.5,"status":""}' },
  ],
  [
    'headers_too_large',
    431,
    'the headers of the request are too large',
    { headers: { 'X-Large': 'x'.repeat(20_000) } },
  ],
])('the service returns %s (%d), %s', async (code, status, message, changed) => {
  const client = createAnimalStoreClient({ ...service, fetch: (url, init) => fetch(url, { ...init, ...changed }) });
  expect(await failureOf(client.addPet(rex))).toEqual({
    code,
    serviceCode: code,
    message,
    status,
    requestId: expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
    idempotencyKey: expect.any(String),
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
