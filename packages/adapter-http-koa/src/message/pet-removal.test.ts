import type { Instant } from '@animal-store/access';
import { expect, it } from 'vitest';
import type { TextResponse } from '../../test/raw-connection.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startSender } from '../../test/start-api.ts';

const removal = Date.parse('2030-12-05T00:00:00Z');
const gone = errorBody('gone', 'this operation is removed; use GET /v1/pets', 410);
const rex = '{"id":1,"name":"Rex","categoryId":1}';

const announcement = ['@1764892800', 'Thu, 05 Dec 2030 00:00:00 GMT', '</v1/pets>; rel="successor-version"'];
const unannounced = [undefined, undefined, undefined];
const announcementIn = ({ headers }: TextResponse): unknown => [
  headers['deprecation'],
  headers['sunset'],
  headers['link'],
];

/** A service with one animal and an adjustable clock, a millisecond before the removal. */
const startWithAnimal = async (getPetAfterSunset: 'gone' | 'serve' = 'gone') => {
  let now = removal - 1;
  const { send } = await startSender({ clock: { now: () => now as Instant } }, { getPetAfterSunset });
  expect((await send('POST /v1/pets', { body: animal })).headers['location']).toBe('/v1/pets/1');
  return { send, turnTo: (instant: number) => (now = instant) };
};

it.each([
  [-1, 'GET /v1/pets/1', 200, announcement],
  [-1, 'GET /v1/pets/2', 404, announcement],
  [0, 'GET /v1/pets/1', 410, announcement],
  [0, 'HEAD /v1/pets/1', 410, announcement],
  [0, 'GET /v1/pets/2', 410, announcement],
  [0, 'GET /v1/pets/x', 410, announcement],
  [8.64e15 - removal, 'GET /v1/pets/1', 410, announcement],
  [0, 'GET /v1/pets', 200, unannounced],
  [0, 'OPTIONS /v1/pets/1', 204, unannounced],
  [0, 'PROPFIND /v1/pets/1', 405, unannounced],
])(
  '%i ms after the removal, %s gets %i, with or without its announcement',
  async (after, target, status, announced) => {
    const { send, turnTo } = await startWithAnimal();
    turnTo(removal + after);
    const response = await send(target);
    expect([response.status, announcementIn(response)]).toEqual([status, announced]);
    if (status === 410) expect(response.body).toBe(target.startsWith('HEAD') ? '' : gone);
  },
);

it('shows a client without a key only the announcement', async () => {
  const { send, turnTo } = await startWithAnimal();
  turnTo(removal);
  const refused = await send('GET /v1/pets/1', { headers: { authorization: undefined } });
  expect([refused.status, announcementIn(refused)]).toEqual([401, announcement]);
});

it('names a new animal in Location only until the removal', async () => {
  const { send, turnTo } = await startWithAnimal();
  turnTo(removal);
  const { status, headers } = await send('POST /v1/pets', { body: animal });
  expect([status, headers['location']]).toEqual([201, undefined]);
});

it('does not happen if the service is configured to keep the operation', async () => {
  const { send, turnTo } = await startWithAnimal('serve');
  turnTo(8.64e15);
  const response = await send('GET /v1/pets/1');
  expect([response.status, response.body, announcementIn(response)]).toEqual([200, rex, announcement]);
  expect((await send('POST /v1/pets', { body: animal })).headers['location']).toBe('/v1/pets/2');
});
