import { scopeOfApiKey } from '@animal-store/access';
import { type AnimalStore, idempotencyKeyReused, type Pet, repositoryFull, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, storeWith } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startSender } from '../../test/start-api.ts';

const rex = { name: 'Rex', categoryId: 1n };

const start = async (outcome?: ReturnType<AnimalStore['addPet']>) => {
  const addPet = vi.fn<AnimalStore['addPet']>(
    (newPet) => outcome ?? TE.right({ pet: withId(7n as Pet['id'], newPet), replayed: false }),
  );
  const { send, reports } = await startSender({ store: storeWith({ addPet }) });
  return {
    reports,
    calls: addPet.mock.calls,
    add: (body: string, key?: string) => send('POST /v1/pets', { body, headers: { 'idempotency-key': key } }),
  };
};

it('passes on the animal and the Idempotency-Key, in the scope of the API key', async () => {
  const { add, calls } = await start();
  const { status, headers, body } = await add(animal, '"once"');
  expect([status, headers['location'], body]).toEqual([201, '/v1/pets/7', '{"id":7,"name":"Rex","categoryId":1}']);
  expect(headers['idempotent-replayed']).toBeUndefined();
  expect(calls).toEqual([[rex, { scope: scopeOfApiKey(apiKey.id), key: 'once' }]]);
});

it('marks a creation that an earlier request has made', async () => {
  const pet = withId(7n as Pet['id'], rex as never);
  const { add } = await start(TE.right({ pet, replayed: true } as never));
  const { status, headers, body } = await add(animal, 'once');
  expect([status, headers['idempotent-replayed'], body]).toEqual([201, 'true', '{"id":7,"name":"Rex","categoryId":1}']);
});

it('passes on neither key nor scope without that header, and only known fields', async () => {
  const { add, calls } = await start();
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
  const { add, reports } = await start(TE.left(refused));
  const response = await add(animal, 'once');
  const [report] = await reports(1);
  expect([response.status, response.body]).toEqual([status, errorBody(code, message, status)]);
  expect([response.headers['retry-after'], report?.failure, report?.refusal]).toEqual(rest);
  expect(response.headers['location']).toBeUndefined();
});

const int64 = 'an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
const brokenKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

it.each([
  ['{"categoryId":1.5}', 'a, b', `name is required; categoryId must be ${int64}; ${brokenKey}`],
  [animal, 'a b', brokenKey],
])('does not call the store for %s with the key %j, and names every violation', async (body, key, message) => {
  const { add, calls } = await start();
  expect((await add(body, key)).body).toBe(errorBody('invalid_request', message, 400));
  expect(calls).toEqual([]);
});
