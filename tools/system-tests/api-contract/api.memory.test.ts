import { randomUUID } from 'node:crypto';
import { type Added, expectAdded, post } from '@animal-store/testkit/animals';
import { comparable, expectError, type HttpResponse, header, text } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';

// The promises to clients, on one store. The laws of `domain-testkit` are those of every store, and the tests of the HTTP
// adapter have the tables of what is refused.
let service: RunningService;
const api = createContractApi(() => service);
beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(async () => {
  api.close();
  expect(await service?.stop()).toBe(0);
});

const get = (target: string): Promise<HttpResponse> => api.send('GET', target);

describe('pages of GET /v1/pets', () => {
  const herd: Added[] = [];
  // The first test of the file: the store is empty before it.
  beforeAll(async () => {
    for (let index = 0; index < 121; index += 1)
      herd.push(expectAdded(await post(api, `{"name":"herd ${index}","categoryId":${index}}`)));
  });
  const textOf = (from: number, to: number): string => `[${herd.slice(from, to).map((animal) => animal.text)}]`;
  const nextOf = (response: HttpResponse): string | undefined =>
    /^<(\/v1\/pets\?[!-;=?-~]+)>; rel="next"$/.exec(header(response, 'link') ?? '')?.[1];

  it.each<readonly [limit: number, target: string]>([
    [20, '/v1/pets'],
    ...[1, 19, 21, 100].map((limit) => [limit, `/v1/pets?limit=${limit}`] as const),
  ])('list %i animals, ascending, with the text of their creation, and link to the next: %s', async (limit, target) => {
    const page = await get(target);
    expect([page.status, text(page)]).toEqual([200, textOf(0, limit)]);
    const next = nextOf(page) ?? '';
    expect(Object.fromEntries(new URLSearchParams(next.split('?')[1]))).toEqual({
      limit: `${limit}`,
      cursor: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
    });
    expect(text(await get(next))).toBe(textOf(limit, 2 * limit));
  });

  it('have no link on the last one', async () => {
    const last = await get(nextOf(await get('/v1/pets?limit=100')) ?? '');
    expect([text(last), header(last, 'link')]).toEqual([textOf(100, 121), undefined]);
  });
});

describe('POST /v1/pets', () => {
  it.each([
    ...['available', 'pending', 'sold'].map((status) => `"name":"Rex","categoryId":1,"status":"${status}"`),
    '"name":"","categoryId":0',
    '"name":"Zoe\u0308 猫 👩‍👩‍👧\\u0000\u2028","categoryId":1',
    ...['9007199254740993', '-9223372036854775808', '9223372036854775807'].map(
      (id) => `"name":"Rex","categoryId":${id}`,
    ),
  ])('adds and keeps %s', async (fields) => {
    const added = expectAdded(await post(api, `{${fields}}`));
    expect(added.text).toBe(`{"id":${added.id},${fields}}`);
    expect(text(await get(`/v1/pets/${added.id}`))).toBe(added.text);
  });
});

describe('the Idempotency-Key of POST /v1/pets', () => {
  const animal = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
  const respelt = ' { "id" : 7 , "status" : "sold" , "categoryId" : 9007199254740993 , "name" : "\\u0052ex" } ';
  const send = (body: string, key: string): Promise<HttpResponse> => post(api, body, { 'Idempotency-Key': key });
  const replay = (response: HttpResponse) => {
    const { headers, ...rest } = comparable(response);
    return { ...rest, headers: headers.filter(([name]) => name !== 'idempotent-replayed') };
  };

  it.each([animal, respelt])('makes a retry with the same animal return the same response: %s', async (body) => {
    const key = randomUUID();
    const first = await send(animal, key);
    expectAdded(first);
    for (const spelt of [key, `"${key}"`]) {
      const retry = await send(body, spelt);
      expect(header(retry, 'idempotent-replayed')).toBe('true');
      expect(replay(retry)).toEqual(comparable(first));
    }
  });

  it('is refused for another animal, and not spent on a request that was refused', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    expectError(await send('{"name":"Rex"}', key), 400, 'invalid_request');
    expectError(await send('x'.repeat(65_537), key), 413, 'payload_too_large');
    expect((await api.send('POST', '/v1/pets', { body: animal, headers })).status).toBe(415);
    expect((await api.send('POST', '/v1/pets', { body: animal, headers, authorized: false })).status).toBe(401);
    const first = expectAdded(await send(animal, key));
    const other = animal.replace('993', '992');
    expect(expectError(await send(other, key), 422, 'idempotency_key_reused')).not.toContain(key);
    expect(expectAdded(await send(animal, key))).toEqual(first);
  });
});

describe('GET /v1/pets/{petId}', () => {
  it('returns the text with which the animal was added, with any query, and to HEAD no body', async () => {
    const added = expectAdded(await post(api, '{"name":"fetched","categoryId":4,"status":"pending"}'));
    for (const query of ['', '?', '?limit=0&status=lost&cursor=!', '?%ZZ']) {
      const response = await get(`/v1/pets/${added.id}${query}`);
      expect([response.status, text(response)]).toEqual([200, added.text]);
    }
    for (const id of [added.id, '0', 'abc']) {
      const head = await api.send('HEAD', `/v1/pets/${id}`);
      expect(comparable(head)).toEqual({ ...comparable(await get(`/v1/pets/${id}`)), body: '' });
    }
  });

  it.each([0n, -1n, -(2n ** 63n), 2n ** 53n + 1n, 2n ** 63n - 1n])('returns 404 for the id %s', async (id) => {
    expectError(await get(`/v1/pets/${id}`), 404, 'not_found');
  });
});

it.each([
  ['/livez', '{"status":"live"}'],
  ['/readyz', '{"status":"ready"}'],
])('%s returns 200 with and without a key, and to HEAD without the body', async (path, body) => {
  const without = await api.send('GET', `${path}?x=1`, { authorized: false });
  expect([without.status, text(without)]).toEqual([200, body]);
  const wrong = { headers: { Authorization: 'Bearer nonsense' } };
  expect(comparable(await api.send('GET', path, wrong))).toEqual(comparable(without));
  const head = await api.send('HEAD', path, { authorized: false });
  expect(comparable(head)).toEqual({ ...comparable(without), body: '' });
});
