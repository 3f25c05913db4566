import type { ApiKeyId } from '@animal-store/access';
import type { AnimalStore, Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiRequest } from '../../test/api-request.ts';
import { apiKey, createGate as createDoor, storeWith } from '../../test/fake-ports.ts';
import { createGate } from '../admission/gate.ts';
import type { Refusal } from '../admission/slots.ts';
import { createJsonBodyReader } from '../body/read-json-body.ts';
import { requestLimits } from '../limits.ts';
import type { WellFormedRequest } from '../message/request.ts';
import type { ApiResponse } from '../message/response.ts';
import { listPets } from './list-pets.ts';
import { createPetsWriter } from './pets-json.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const textOf = ({ name }: Pet) => ({ text: name, bytes: name.length });
const rex = { id: 1n, name: 'Rex', categoryId: 2n } as Pet;

interface Setting {
  readonly pets?: readonly Pet[];
  readonly capacity?: number;
  readonly spent?: Refusal;
  readonly hold?: <L, A>(task: TE.TaskEither<L, A>) => TE.TaskEither<L, A>;
}

/** Lists through a gate whose share is half of its capacity. */
const start = ({
  pets = [rex, rex],
  capacity = requestLimits.maxBytesBeingRead,
  spent,
  hold = (task) => task,
}: Setting) => {
  const call = vi.fn<AnimalStore['listPets']>(() => hold(TE.right({ pets, next: rex.id })));
  const gate = createGate<ApiKeyId>({ capacity, share: capacity / 2, maxWait: requestLimits.maxListWait });
  const list = listPets.create({
    store: storeWith({ listPets: call }),
    base: '/v1',
    gate,
    readJsonBody: createJsonBodyReader(),
    textOf,
    writePets: createPetsWriter(textOf),
    isGetPetRemoved: () => false,
  });
  const slot = { spent: () => spent, hold: () => undefined, free: () => undefined };
  const listFor = async (id: string, query = ''): Promise<ApiResponse> => {
    const request = apiRequest(`GET /v1/pets?${query}`) as WellFormedRequest;
    return list(request, { apiKey: { ...apiKey, id: id as ApiKeyId }, slot, rateHeaders: [] });
  };
  return { listFor, calls: () => call.mock.calls.length };
};

it.each([
  ['status=sold&limit=1', 'limit=1&status=sold', '1.1.sold'],
  ['', 'limit=20', '1.1.'],
])('links the page after that of the query "%s"', async (query, parameters, cursor) => {
  expect((await start({}).listFor('a', query)).headers.slice(-2)).toEqual([
    'Link',
    `</v1/pets?${parameters}&cursor=${Buffer.from(cursor).toString('base64url')}>; rel="next"`,
  ]);
});

it.each([
  ['all-taken', 503],
  ['share-taken', 429],
] as const)('reads nothing if the budget of bytes is spent: %s', async (spent, status) => {
  const { listFor, calls } = start({ spent });
  expect([(await listFor('a')).status, calls()]).toEqual([status, 0]);
});

it('lets one key read 200 pages of the default size at once', async () => {
  const door = createDoor();
  const { listFor, calls } = start({ hold: door.hold });
  const responses = Array.from({ length: 200 }, () => listFor('a'));
  await door.held(200);
  expect(calls()).toBe(200);
  door.open();
  expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(new Set([200]));
});

it.each([
  ['its own key reads its share', ['a', 'a'], 429, undefined],
  ['all keys read as much as they may', ['a', 'b', 'c'], 503, 'too much is in flight in this process'],
] as const)('refuses a list that waits too long because %s', async (_, keys, status, failure) => {
  const door = createDoor();
  const { listFor, calls } = start({ capacity: 2 * 20 * 1_024, hold: door.hold });
  const responses = keys.map((key) => listFor(key));
  await vi.advanceTimersByTimeAsync(requestLimits.maxListWait);
  const last = await responses.at(-1);
  expect([last?.status, last?.failure, calls()]).toEqual([status, failure, keys.length - 1]);
  door.open();
});

it('drops a page that is heavier than expected, and reads it again when it fits', async () => {
  const large = { ...rex, name: 'x'.repeat(60_000) } as Pet;
  const door = createDoor();
  const { listFor, calls } = start({ pets: [large], capacity: 100_000, hold: door.hold });
  const responses = [listFor('a', 'limit=1'), listFor('a', 'limit=1')];
  await door.held(2);
  door.open();
  const bodies = (await Promise.all(responses)).map(({ body }) => body?.length);
  expect([bodies, calls()]).toEqual([[60_002, 60_002], 3]);
});

it('expects a page to weigh what the last one weighed', async () => {
  const large = { ...rex, name: 'x'.repeat(60_000) } as Pet;
  const door = createDoor();
  let isFirst = true;
  const hold: Setting['hold'] = (task) => (isFirst ? task : door.hold(task));
  const { listFor, calls } = start({ pets: [large], capacity: 100_000, hold });
  await listFor('a', 'limit=1');
  isFirst = false;
  const responses = [listFor('a', 'limit=1'), listFor('b', 'limit=1')];
  await door.held();
  expect(calls()).toBe(2);
  door.open();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
});

it('holds nothing after a failure of the store', async () => {
  const bug = new Error('a bug');
  const { listFor } = start({ capacity: 2 * 20 * 1_024, hold: () => () => Promise.reject(bug) });
  for (let times = 0; times < 3; times += 1) expect(await listFor('a').catch((error) => error)).toBe(bug);
});
