import { scopeOfApiKey } from '@animal-store/access';
import { type AnimalStore, type NewPet, type Pet, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, storeWith } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';

const rex = { name: 'Rex', categoryId: 1n };

/** Adds an animal to a store with this outcome. */
const add = async (outcome: ReturnType<AnimalStore['addPet']>, body: string, key?: string) => {
  const addPet = vi.fn<AnimalStore['addPet']>(() => outcome);
  const { send } = await startApi({ ports: { store: storeWith({ addPet }) } });
  const response = await send('POST /v1/pets', { body, headers: { 'idempotency-key': key } });
  return { ...response, calls: addPet.mock.calls };
};

const added = (replayed: boolean) => TE.right({ pet: withId(7n as Pet['id'], rex as NewPet), replayed });

it.each([
  ['"once"', false, undefined, { scope: scopeOfApiKey(apiKey.id), key: 'once' }],
  ['once', true, 'true', { scope: scopeOfApiKey(apiKey.id), key: 'once' }],
  [undefined, false, undefined, undefined],
])(
  'passes on known fields and the key %s, and marks an earlier creation: %s',
  async (key, replayed, mark, idempotency) => {
    const sent = '{"id":5,"name":"Rex","categoryId":1,"tag":"x","__proto__":{"status":"sold"}}';
    const { status, headers, body, calls } = await add(added(replayed), sent, key);
    expect([status, headers['location'], body]).toEqual([201, '/v1/pets/7', '{"id":7,"name":"Rex","categoryId":1}']);
    expect(headers['idempotent-replayed']).toBe(mark);
    expect(calls).toStrictEqual([[rex, idempotency]]);
  },
);

const int64 = 'an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
const brokenKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

it.each([
  ['{"categoryId":1.5}', 'a, b', `name is required; categoryId must be ${int64}; ${brokenKey}`],
  [animal, 'a b', brokenKey],
])('does not call the store for %s with the key %j, and names every violation', async (sent, key, message) => {
  const { body, calls } = await add(added(false), sent, key);
  expect([body, calls]).toEqual([errorBody('invalid_request', message, 400), []]);
});
