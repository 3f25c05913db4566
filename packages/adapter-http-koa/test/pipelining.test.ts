import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { animal, chunk, commonHeaders, errorBody, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

const list = spell('GET /v1/pets', [withKey]);
const post = spellPost(animal);
const live = spell('GET /livez');
const malformed = spell('GET /v1/pets#x');
const connect = spell('CONNECT example.com:443');
const noise = '\u0000\u0001\r\n\r\n';
const badBody = `${spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'))}${chunk('{')}zz\r\n`;

// As Java's own client asks for HTTP/2 with each request.
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
];

it.for<readonly [what: string, bytes: string, statuses: readonly number[], last: string]>([
  ['many requests', list.repeat(50), Array(50).fill(200), 'keep-alive'],
  ['a malformed message, and nothing after it', malformed + post.repeat(3) + connect, [400], 'close'],
  ['a body that is not HTTP', list + badBody + list, [200, 400], 'close'],
  ['a message that is not HTTP', list + live + post + noise, [200, 200, 201, 400], 'close'],
])('responds in order to %s', async ([, bytes, statuses, last]) => {
  const { api, connection } = await startConnected();
  await connection.send(bytes);
  const responses = await connection.readResponses(statuses.length);
  expect(responses.map(({ status }) => status)).toEqual(statuses);
  const connections = responses.map(({ headers }) => headers['connection']);
  expect(connections).toEqual([...statuses.slice(1).map(() => 'keep-alive'), last]);
  if (last === 'close') expect(await connection.rest()).toBe('');
  // A message that is not HTTP is no request.
  const reported = bytes.endsWith(noise) ? statuses.slice(0, -1) : statuses;
  expect((await api.reports(reported.length)).map(({ status }) => status)).toEqual(reported);
});

it('lets the application respond to a body that is not HTTP while its request waits for its turn', async () => {
  const { gate, api, connection } = await startHeld({ options: { corsOrigins: ['https://shop.example'] } });
  await connection.send(list + badBody.replace('Host', 'X-Request-Id: mine\r\nHost') + list);
  await gate.held();
  // When the service responds on a later connection, it has read these bytes.
  await api.request(live);
  gate.open();
  const [first, second] = await connection.readResponses(2);
  expect(first?.status).toBe(200);
  expect(second).toMatchObject({
    ...{ status: 400, body: errorBody('invalid_request', 'the request must be well-formed HTTP/1.1 (RFC 9112)', 400) },
    headers: { ...commonHeaders('mine'), connection: 'close', 'content-type': 'application/json' },
  });
  expect(await connection.rest()).toBe('');
  const [, ...reports] = await api.reports(3);
  expect(reports.map(({ requestId, status }) => [requestId === 'mine', status])).toEqual([
    [false, 200],
    [true, 400],
  ]);
  expect(api.refused).toEqual([]);
});

it.each([connect, spell('CONNECT /v1/pets', [withKey])])('closes the connection of CONNECT', async (bytes) => {
  const { connection } = await startConnected();
  await connection.send(bytes + list);
  expect(await connection.rest()).toBe('');
});

const chunked = [...h2c, 'Transfer-Encoding: chunked'];
const length = `Content-Length: ${animal.length}`;

// Whatever comes in the same packet behind such a request is dropped. A client waits for its response first.
it.each<[what: string, parts: readonly string[], status: number]>([
  ['GET', [spell('GET /v1/pets?limit=1', [withKey, ...h2c])], 200],
  ['POST with its body', [spellPost(animal, ...h2c)], 201],
  ['POST with its body later', [spell('POST /v1/pets', jsonHeaders(length, ...h2c)), animal], 201],
  ['POST in parts', [spell('POST /v1/pets', jsonHeaders(length, ...h2c)), ...(animal.match(/.{1,9}/g) ?? [])], 201],
  [
    'POST in chunks',
    [spell('POST /v1/pets', jsonHeaders(...chunked)), chunk(animal.slice(0, 9)), chunk(animal.slice(9)), chunk('')],
    201,
  ],
  ['POST in chunks at once', [spell('POST /v1/pets', jsonHeaders(...chunked)) + chunk(animal) + chunk('')], 201],
])('ignores Upgrade of %s, and keeps the connection', async (_, parts, status) => {
  const { connection } = await startConnected();
  for (let round = 0; round < 2; round += 1) {
    for (const part of parts) {
      await connection.send(part);
      await turn();
    }
    const response = await connection.readResponse();
    expect([response.status, response.headers['connection']]).toEqual([status, 'keep-alive']);
  }
  expect((await connection.request(live)).status).toBe(200);
});

it('sends 100 when the body is wanted, and the connection stays open', async () => {
  const { connection } = await startConnected();
  for (const [body, status] of Object.entries({ [animal]: 201, '{}': 400 })) {
    const expecting = jsonHeaders(`Content-Length: ${body.length}`, 'Expect: 100-continue');
    expect(await connection.request(spell('POST /v1/pets', expecting))).toEqual({ status: 100, headers: {}, body: '' });
    await connection.send(body);
    expect(await connection.readResponse()).toMatchObject({ status, headers: { connection: 'keep-alive' } });
  }
});
