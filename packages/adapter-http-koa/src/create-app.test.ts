import { expect, it } from 'vitest';
import { animal, spell, spellPost, withKey } from '../test/spell-request.ts';
import { startApi } from '../test/start-api.ts';
import type { HttpOptions } from './ports.ts';

type Parts = NonNullable<Parameters<Awaited<ReturnType<typeof startApi>>['send']>[1]>;

const bad = { expect: 'more' };
const other = { authorization: 'Bearer other' };
const full = { maxRequestsInFlight: 0 };
const rate = { rateLimit: { requests: 1, seconds: 60 } };
const noJson = { 'content-type': 'no', 'content-length': '99999' };

/** Each request breaks the rule of its row and of all rows below, so its status shows which check comes first. */
const order: readonly (readonly [string, string, Parts, Partial<HttpOptions>, number])[] = [
  ['the message', 'PUT /v1/nothing', { headers: { ...bad, ...other } }, full, 417],
  ['the requests in flight', 'PUT /v1/nothing', { headers: other }, full, 503],
  ['the key', 'PUT /v1/nothing', { headers: other }, rate, 401],
  ['the rate', 'PUT /v1/nothing', {}, rate, 429],
  ['the path', 'PUT /v1/nothing', {}, {}, 404],
  ['the method', 'PUT /v1/pets', { body: '{' }, {}, 405],
  ['the media type', 'POST /v1/pets', { body: '{', headers: noJson }, {}, 415],
  ['the size', 'POST /v1/pets', { body: '{', headers: { 'content-length': '99999' } }, {}, 413],
  ['the content', 'POST /v1/pets', { body: '{' }, {}, 400],
  ['nothing', 'POST /v1/pets', { body: animal }, {}, 201],
];

it.each(order)('a request is refused for %s', async (_, target, parts, options, status) => {
  const { send } = await startApi({ options });
  if (options === rate) await send('GET /v1/pets');
  expect((await send(target, parts)).status).toBe(status);
});

it('begins every link with the configured base, whatever the client sends, and keeps the paths of the API', async () => {
  const base = 'https://api.example.com:8443/shop/v1';
  const { request } = await startApi({ options: { base } });
  const forwarded = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'];
  const sendAs = (bytes: string) => request(bytes.replace('localhost', 'evil.example'));
  const get = (target: string) => sendAs(spell(`GET ${target}`, [withKey, ...forwarded]));
  for (const id of [1, 2])
    expect((await sendAs(spellPost(animal, ...forwarded))).headers['location']).toBe(`${base}/pets/${id}`);
  const cursor = Buffer.from('1.1.').toString('base64url');
  expect((await get('http://evil.example/v1/pets?limit=1')).headers['link']).toBe(
    `<${base}/pets?limit=1&cursor=${cursor}>; rel="next"`,
  );
  expect((await get('/v1/pets/1')).headers['link']).toBe(`<${base}/pets>; rel="successor-version"`);
  expect((await get('/shop/v1/pets')).status).toBe(404);
  expect((await get('http://[/v1/pets')).status).toBe(200);
});
