import type { Instant } from '@animal-store/access';
import { expect, it } from 'vitest';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';

const removal = Date.parse('2030-12-05T00:00:00Z');
const lastInstant = 8.64e15 - removal;

/** Adds the animal 1, then sends a request that many milliseconds after the removal of the operation. */
const sendAfterRemoval = async (after: number, getPetAfterSunset: 'gone' | 'serve', target: string, body = '') => {
  let now = removal - 1;
  const { send } = await startApi({ ports: { clock: { now: () => now as Instant } }, options: { getPetAfterSunset } });
  await send('POST /v1/pets', { body: animal });
  now = removal + after;
  return send(target, { body });
};

const gone = errorBody('gone', 'this operation is removed; use GET /v1/pets', 410);
const rex = '{"id":1,"name":"Rex","categoryId":1}';

it.each([
  [-1, 'gone', 'GET /v1/pets/1', 200, rex],
  [0, 'gone', 'GET /v1/pets/1', 410, gone],
  [0, 'gone', 'HEAD /v1/pets/1', 410, ''],
  [0, 'gone', 'GET /v1/pets/2', 410, gone],
  [0, 'gone', 'GET /v1/pets/x', 410, gone],
  [lastInstant, 'gone', 'GET /v1/pets/1', 410, gone],
  [lastInstant, 'serve', 'GET /v1/pets/1', 200, rex],
  [0, 'gone', 'GET /v1/pets', 200, `[${rex}]`],
] as const)('%i ms after the removal (%s), %s gets %i', async (after, afterSunset, target, status, body) => {
  expect(await sendAfterRemoval(after, afterSunset, target)).toMatchObject({ status, body });
});

it.each([
  [-1, 'gone', '/v1/pets/2'],
  [0, 'gone', undefined],
  [0, 'serve', '/v1/pets/2'],
] as const)(
  '%i ms after the removal (%s), the Location of a new animal is %s',
  async (after, afterSunset, location) => {
    const { status, headers } = await sendAfterRemoval(after, afterSunset, 'POST /v1/pets', animal);
    expect([status, headers['location']]).toEqual([201, location]);
  },
);
