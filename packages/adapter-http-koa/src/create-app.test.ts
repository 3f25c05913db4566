import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createGate, knowsOneKey } from '../test/fake-ports.ts';
import { animal, spell, spellPost, withKey } from '../test/spell-request.ts';
import { startApi } from '../test/start-api.ts';
import type { ApiError } from './api-error.ts';
import { errors } from './errors.ts';
import type { HttpOptions } from './options.ts';
import type { HttpPorts } from './ports.ts';

type Parts = NonNullable<Parameters<Awaited<ReturnType<typeof startApi>>['send']>[1]>;

const bad = { expect: 'more' };
const other = { authorization: 'Bearer other' };
const full = { maxRequestsInFlight: 1 };
const rate = { rateLimit: { requests: 1, seconds: 60 } };
const noJson = { 'content-type': 'no', 'content-length': '99999' };

/** Each request breaks the rule of its row and of all rows below, so its response shows which check comes first. */
const order: readonly (readonly [string, string, Parts, Partial<HttpOptions>, ApiError])[] = [
  ['the message', 'PUT /v1/nothing', { headers: { ...bad, ...other } }, full, errors.otherExpectation()],
  ['the requests in flight', 'PUT /v1/nothing', { headers: other }, full, errors.allTaken()],
  ['the key', 'PUT /v1/nothing', { headers: other }, rate, errors.unauthorized('unknown')],
  ['the rate', 'PUT /v1/nothing', {}, rate, errors.rateExceeded(1, 60, 60)],
  ['the path', 'PUT /v1/nothing', {}, {}, errors.unknownPath()],
  ['the method', 'PUT /v1/pets', { body: '{' }, {}, errors.otherMethod(['GET', 'HEAD', 'OPTIONS', 'POST'])],
  ['the media type', 'POST /v1/pets', { body: '{', headers: noJson }, {}, errors.otherMediaType()],
  ['the size', 'POST /v1/pets', { body: '{', headers: { 'content-length': '99999' } }, {}, errors.bodyTooLarge()],
  ['the content', 'POST /v1/pets', { body: '{' }, {}, errors.invalidJson('must be well-formed JSON')],
];

it.each(order)('a request is refused for %s', async (_, target, parts, options, error) => {
  const gate = createGate();
  onTestFinished(() => gate.open());
  // The key of a request that keeps its slot is not known until the end of the test.
  const authenticate: HttpPorts['authenticate'] = (sent) =>
    sent === 'slow' ? gate.hold(knowsOneKey(sent)) : knowsOneKey(sent);
  const { send, open } = await startApi({ options, ports: { authenticate } });
  if (options === rate) await send('GET /v1/pets');
  if (options === full) {
    await (await open()).send(spell('GET /v1/pets', ['Authorization: Bearer slow']));
    await gate.held();
  }
  const response = await send(target, parts);
  expect(response).toMatchObject({ status: error.status, body: error.json });
  expect(Object.keys(error.headers).filter((name) => !(name.toLowerCase() in response.headers))).toEqual([]);
});

it('has the order of checks that the guide lists', () => {
  const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const [list = ''] = /(?<=^Checks run in this order:\n\n)(?:\d+\. .*\n)+/m.exec(guide) ?? [];
  const listed = [...list.matchAll(/\((.*)\)/g)].map(([, statuses = '']) => statuses.split(', '));
  expect(order.filter(([, , , , { status }], index) => !listed[index]?.includes(`${status}`))).toEqual([]);
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
