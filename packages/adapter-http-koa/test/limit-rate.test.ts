import type { ApiKey, Authenticate } from '@animal-store/access';
import { taskEither as TE } from 'fp-ts';
import { afterEach, expect, it } from 'vitest';
import { apiKey } from './fake-ports.ts';
import { rawRequest, sendRawRequest } from './openapi/send-raw-request.ts';
import { startTrialApi, type TrialApi } from './openapi/trial-api.ts';
import { animal, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

let api: TrialApi | undefined;

afterEach(() => api?.stop());

const limitHeaders = ['ratelimit-policy', 'ratelimit', 'retry-after'];

const send = async ({ port, authorization }: TrialApi, headers = {}) => {
  const response = await sendRawRequest(
    port,
    rawRequest('GET', '/v1/pets', { Authorization: authorization, ...headers }),
  );
  const sent = [...response.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    status: response.status,
    body: response.bodyText,
    headers: sent.filter(([name]) => limitHeaders.includes(name)),
  };
};

it('serves an API key up to the limit, then returns 429', async () => {
  api = await startTrialApi(10_000, { requests: 2, seconds: 3_600 });
  const policy = ['ratelimit-policy', '"api-key";q=2;w=3600'] as const;
  expect(await send(api)).toEqual({
    status: 200,
    body: '[]',
    headers: [policy, ['ratelimit', '"api-key";r=1;t=3600']],
  });
  expect(await send(api)).toEqual({
    status: 200,
    body: '[]',
    headers: [policy, ['ratelimit', expect.stringMatching(/^"api-key";r=0;t=(3600|3599)$/)]],
  });
  expect(await send(api)).toEqual({
    status: 429,
    body: '{"code":"rate_limited","message":"at most 2 requests in 3600 seconds; wait and try again","status":429}',
    headers: [
      policy,
      ['ratelimit', expect.stringMatching(/^"api-key";r=0;t=(3600|3599)$/)],
      ['retry-after', expect.stringMatching(/^(3600|3599)$/)],
    ],
  });
});

it('serves again after the window', async () => {
  api = await startTrialApi(10_000, { requests: 1, seconds: 1 });
  expect((await send(api)).status).toBe(200);
  const refused = await send(api);
  expect([refused.status, refused.headers.at(-1)]).toEqual([429, ['retry-after', '1']]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await send(api)).status).toBe(200);
});

it('does not count requests without a valid key, and does not show them the limit', async () => {
  api = await startTrialApi(10_000, { requests: 1, seconds: 3_600 });
  const refused = await send(api, { Authorization: 'Bearer none' });
  expect([refused.status, refused.headers]).toEqual([401, []]);
  expect((await send(api)).status).toBe(200);
});

it('counts each API key separately', async () => {
  const authenticate: Authenticate = (sent) => TE.right({ ...apiKey, id: sent as ApiKey['id'] });
  const limited = await startApi({ ports: { authenticate }, options: { rateLimit: { requests: 1, seconds: 3_600 } } });
  const statusFor = async (key: string): Promise<number> => {
    return (await limited.request(spell('GET /v1/pets', [`Authorization: Bearer ${key}`]))).status;
  };
  const statuses: number[] = [];
  for (const key of ['one', 'one', 'two', 'two', 'one']) statuses.push(await statusFor(key));
  expect(statuses).toEqual([200, 429, 200, 429, 429]);
  expect((await limited.reports(5))[1]).toMatchObject({ status: 429, refusal: 'rate' });
});

it('shows the state of a key on every response to it, except outside /v1', async () => {
  const limited = await startApi({ options: { rateLimit: { requests: 10, seconds: 3_600 } } });
  const connection = await limited.open();
  const requests = [
    spellPost(animal),
    spellPost('{'),
    spell('GET /v1/pets/7', [withKey]),
    spell('MKCALENDAR /v1/pets', [withKey]),
    spell('OPTIONS /v1/pets', [withKey]),
    spell('GET /livez', [withKey]),
  ];
  const responses = [];
  for (const request of requests) {
    const { status, headers } = await connection.request(request);
    responses.push([status, headers['ratelimit']?.replace(/\d+$/, '…'), headers['ratelimit-policy']]);
  }
  const policy = '"api-key";q=10;w=3600';
  expect(responses).toEqual([
    [201, '"api-key";r=9;t=…', policy],
    [400, '"api-key";r=8;t=…', policy],
    [404, '"api-key";r=7;t=…', policy],
    [405, '"api-key";r=6;t=…', policy],
    [204, '"api-key";r=5;t=…', policy],
    [200, undefined, undefined],
  ]);
});
