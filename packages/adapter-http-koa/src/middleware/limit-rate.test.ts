import type { ApiKey, Authenticate } from '@animal-store/access';
import { taskEither as TE } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiKey, knowsOneKey } from '../../test/fake-ports.ts';
import { animal } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  // The cache takes a start at 0 for none.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

/** Limits the rate to a number of requests in a minute. Returns how to send one, which gets its status and the limit. */
const start = async (requests: number, authenticate: Authenticate = knowsOneKey) => {
  const api = await startApi({ ports: { authenticate }, options: { rateLimit: { requests, seconds: 60 } } });
  const show = async (target: string, parts?: Parameters<typeof api.send>[1]): Promise<readonly unknown[]> => {
    const { status, headers } = await api.send(target, parts);
    return [status, headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']];
  };
  return { ...api, show };
};

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

it('serves an API key up to the limit, then returns 429 until the end of the window', async () => {
  const { show, reports } = await start(2);
  const policy = '"api-key";q=2;w=60';
  expect(await show('GET /v1/pets')).toEqual([200, policy, '"api-key";r=1;t=60', undefined]);
  vi.advanceTimersByTime(59_000);
  expect(await show('GET /v1/pets')).toEqual([200, policy, '"api-key";r=0;t=1', undefined]);
  vi.advanceTimersByTime(999);
  expect(await show('GET /v1/pets')).toEqual([429, policy, '"api-key";r=0;t=1', '1']);
  vi.advanceTimersByTime(2);
  expect(await show('GET /v1/pets')).toEqual([200, policy, '"api-key";r=1;t=60', undefined]);
  expect((await reports(4)).map(({ refusal }) => refusal)).toEqual([undefined, undefined, 'rate', undefined]);
});

it.each([-7_200_000, 7_200_000])('goes on when the clock is set by %d ms', async (ahead) => {
  const { show } = await start(1);
  await show('GET /v1/pets');
  vi.setSystemTime(Date.now() + ahead);
  expect(await show('GET /v1/pets')).toEqual([429, '"api-key";q=1;w=60', '"api-key";r=0;t=60', '60']);
});

it('counts each API key separately', async () => {
  const { send } = await start(1, (sent) => TE.right({ ...apiKey, id: sent as ApiKey['id'] }));
  const statuses: number[] = [];
  for (const key of ['one', 'one', 'two', 'two', 'one'])
    statuses.push((await send('GET /v1/pets', withKey(key))).status);
  expect(statuses).toEqual([200, 429, 200, 429, 429]);
});

it('shows the state of a key on every response to it and on no other, and counts no other', async () => {
  const { show } = await start(10);
  const policy = '"api-key";q=10;w=60';
  expect(await show('GET /v1/pets', withKey('none'))).toEqual([401, undefined, undefined, undefined]);
  expect(await show('GET /livez')).toEqual([200, undefined, undefined, undefined]);
  expect(await show('POST /v1/pets', { body: animal })).toEqual([201, policy, '"api-key";r=9;t=60', undefined]);
  expect(await show('POST /v1/pets', { body: '{' })).toEqual([400, policy, '"api-key";r=8;t=60', undefined]);
  expect(await show('GET /v1/pets/7')).toEqual([404, policy, '"api-key";r=7;t=60', undefined]);
  expect(await show('PROPFIND /v1/pets')).toEqual([405, policy, '"api-key";r=6;t=60', undefined]);
  expect(await show('OPTIONS /v1/pets')).toEqual([204, policy, '"api-key";r=5;t=60', undefined]);
});
