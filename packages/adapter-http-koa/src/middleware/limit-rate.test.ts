import type { ApiKey, Authenticate } from '@animal-store/access';
import { taskEither as TE } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiKey, knowsOneKey } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startSender } from '../../test/start-api.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Limits the rate to a number of requests in a minute. */
const start = async (requests: number, authenticate: Authenticate = knowsOneKey) => {
  const { send, reports } = await startSender({ authenticate }, { rateLimit: { requests, seconds: 60 } });
  let count = 0;
  return async (target: string, parts?: Parameters<typeof send>[1]) => {
    const { status, headers, body } = await send(target, parts);
    count += 1;
    const refusal = (await reports(count))[count - 1]?.refusal;
    const shown = [headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']];
    return { status, body, refusal, shown };
  };
};

it('serves an API key up to the limit, then returns 429 until the end of the window', async () => {
  const send = await start(2);
  const policy = '"api-key";q=2;w=60';
  const served = { status: 200, body: '[]', refusal: undefined };
  expect(await send('GET /v1/pets')).toMatchObject({ ...served, shown: [policy, '"api-key";r=1;t=60', undefined] });
  vi.setSystemTime(Date.now() + 59_000);
  expect(await send('GET /v1/pets')).toMatchObject({ ...served, shown: [policy, '"api-key";r=0;t=1', undefined] });
  vi.setSystemTime(Date.now() + 999);
  expect(await send('GET /v1/pets')).toMatchObject({
    status: 429,
    body: errorBody('rate_limited', 'at most 2 requests in 60 seconds; wait and try again', 429),
    refusal: 'rate',
    shown: [policy, '"api-key";r=0;t=1', '1'],
  });
  vi.setSystemTime(Date.now() + 1);
  expect(await send('GET /v1/pets')).toMatchObject({ ...served, shown: [policy, '"api-key";r=1;t=60', undefined] });
});

it('does not count requests without a valid key, and does not show them the limit', async () => {
  const send = await start(1);
  const refused = await send('GET /v1/pets', { headers: { authorization: 'Bearer none' } });
  expect([refused.status, refused.shown]).toEqual([401, [undefined, undefined, undefined]]);
  expect((await send('GET /v1/pets')).status).toBe(200);
});

it('counts each API key separately', async () => {
  const send = await start(1, (sent) => TE.right({ ...apiKey, id: sent as ApiKey['id'] }));
  const statuses: number[] = [];
  for (const key of ['one', 'one', 'two', 'two', 'one']) {
    statuses.push((await send('GET /v1/pets', { headers: { authorization: `Bearer ${key}` } })).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429, 429]);
});

it('shows the state of a key on every response to it, except outside /v1', async () => {
  const send = await start(10);
  const responses: unknown[] = [];
  for (const [target, body] of [
    ['POST /v1/pets', animal],
    ['POST /v1/pets', '{'],
    ['GET /v1/pets/7', ''],
    ['PROPFIND /v1/pets', ''],
    ['OPTIONS /v1/pets', ''],
    ['GET /livez', ''],
  ] as const) {
    const { status, shown } = await send(target, { body });
    responses.push([status, shown[0], shown[1]]);
  }
  const policy = '"api-key";q=10;w=60';
  expect(responses).toEqual([
    [201, policy, '"api-key";r=9;t=60'],
    [400, policy, '"api-key";r=8;t=60'],
    [404, policy, '"api-key";r=7;t=60'],
    [405, policy, '"api-key";r=6;t=60'],
    [204, policy, '"api-key";r=5;t=60'],
    [200, undefined, undefined],
  ]);
});
