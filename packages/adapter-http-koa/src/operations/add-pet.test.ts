import { scopeOfApiKey } from '@animal-store/access';
import { type AnimalStore, idempotencyKeyReused, type Pet, repositoryFull, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, storeWith } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startPipeline } from '../../test/start-pipeline.ts';

const rex = { name: 'Rex', categoryId: 1n };

const start = (outcome?: ReturnType<AnimalStore['addPet']>) => {
  const addPet = vi.fn<AnimalStore['addPet']>((newPet) => outcome ?? TE.right(withId(7n as Pet['id'], newPet)));
  const { send } = startPipeline({ store: storeWith({ addPet }) });
  return {
    calls: addPet.mock.calls,
    add: (body: string, key?: string) => send('POST /v1/pets', { body, headers: { 'idempotency-key': key } }),
  };
};

it('passes on the animal and the Idempotency-Key, in the scope of the API key', async () => {
  const { add, calls } = start();
  const { status, headers, body } = await add(animal, '"once"');
  expect([status, headers['location'], body]).toEqual([201, '/v1/pets/7', '{"id":7,"name":"Rex","categoryId":1}']);
  expect(calls).toEqual([[rex, { scope: scopeOfApiKey(apiKey.id), key: 'once' }]]);
});

it('passes on neither key nor scope without that header, and only known fields', async () => {
  const { add, calls } = start();
  await add('{"id":5,"name":"Rex","categoryId":1,"tag":"x","__proto__":{"status":"sold"}}');
  expect(calls).toEqual([[rex, undefined]]);
  expect(Object.keys(calls[0]?.[0] ?? {})).toEqual(['name', 'categoryId']);
});

const full = 'the store is full; restart the service with more memory or use a durable store';

it.each([
  [
    idempotencyKeyReused,
    [422, 'idempotency_key_reused', 'this Idempotency-Key was used before, for another animal'],
    [undefined, undefined, undefined],
  ],
  [repositoryFull, [503, 'service_unavailable', full], ['1', full, 'full']],
] as const)('refuses if the store does: %j', async (refused, [status, code, message], rest) => {
  const response = await start(TE.left(refused)).add(animal, 'once');
  expect([response.status, response.body]).toEqual([status, errorBody(code, message, status)]);
  expect([response.headers['retry-after'], response.failure, response.refusal]).toEqual(rest);
  expect(response.headers['location']).toBeUndefined();
});

const int64 = 'an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
const brokenKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

it.each([
  ['{"categoryId":1.5}', 'a, b', `name is required; categoryId must be ${int64}; ${brokenKey}`],
  [animal, 'a b', brokenKey],
])('does not call the store for %s with the key %j, and names every violation', async (body, key, message) => {
  const { add, calls } = start();
  expect((await add(body, key)).body).toBe(errorBody('invalid_request', message, 400));
  expect(calls).toEqual([]);
});
