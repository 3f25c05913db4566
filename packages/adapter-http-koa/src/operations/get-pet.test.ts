import type { Instant } from '@animal-store/access';
import { expect, it } from 'vitest';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';

const removal = Date.parse('2030-12-05T00:00:00Z');
const gone = errorBody('gone', 'this operation is removed; use GET /v1/pets', 410);
const rex = '{"id":1,"name":"Rex","categoryId":1}';
const forEver = 8.64e15 - removal;

const announcement = ['@1764892800', 'Thu, 05 Dec 2030 00:00:00 GMT', '</v1/pets>; rel="successor-version"'];
const unannounced = [undefined, undefined, undefined];

type Row = readonly [number, string, 'gone' | 'serve', number, readonly unknown[], body: string, location?: string];

it.for<Row>([
  [-1, 'GET /v1/pets/1', 'gone', 200, announcement, rex],
  [0, 'GET /v1/pets/1', 'gone', 410, announcement, gone],
  [0, 'HEAD /v1/pets/1', 'gone', 410, announcement, ''],
  [0, 'GET /v1/pets/2', 'gone', 410, announcement, gone],
  [0, 'GET /v1/pets/x', 'gone', 410, announcement, gone],
  [forEver, 'GET /v1/pets/1', 'gone', 410, announcement, gone],
  [forEver, 'GET /v1/pets/1', 'serve', 200, announcement, rex],
  [0, 'GET /v1/pets', 'gone', 200, unannounced, `[${rex}]`],
  [0, 'OPTIONS /v1/pets/1', 'gone', 204, unannounced, ''],
  [-1, 'POST /v1/pets', 'gone', 201, unannounced, rex.replace('1', '2'), '/v1/pets/2'],
  [0, 'POST /v1/pets', 'gone', 201, unannounced, rex.replace('1', '2')],
  [0, 'POST /v1/pets', 'serve', 201, unannounced, rex.replace('1', '2'), '/v1/pets/2'],
])(
  '%i ms after the removal, %s (%s) gets %i',
  async ([after, target, afterSunset, status, announced, body, location]) => {
    let now = removal - 1;
    const { send } = await startApi({
      ports: { clock: { now: () => now as Instant } },
      options: { getPetAfterSunset: afterSunset },
    });
    await send('POST /v1/pets', { body: animal });
    now = removal + after;
    const response = await send(target, { body: target.startsWith('POST') ? animal : '' });
    const { headers } = response;
    expect([response.status, response.body, headers['location']]).toEqual([status, body, location]);
    expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual(announced);
  },
);
