import { expect, it } from 'vitest';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
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
const upgrading = spell('GET /v1/pets?limit=1', [withKey, ...h2c]);
const upgradingPost = spellPost(animal, ...h2c);

it.for<readonly [what: string, bytes: string, statuses: readonly number[], last: string]>([
  ['many requests', list.repeat(50), Array(50).fill(200), 'keep-alive'],
  ['a malformed message, and nothing after it', malformed + post.repeat(3) + connect, [400], 'close'],
  ['CONNECT, and nothing after it', connect + list, [404], 'close'],
  ['CONNECT of a path without a key', spell('CONNECT /v1/pets') + list, [401], 'close'],
  ['CONNECT of a path', spell('CONNECT /v1/pets', [withKey]) + list, [405], 'close'],
  ['CONNECT after others', list + list + connect, [200, 200, 404], 'close'],
  ['a body that is not HTTP', list + badBody + list, [200, 400], 'close'],
  ['a message that is not HTTP', list + live + post + noise, [200, 200, 201, 400], 'close'],
  ['Upgrade, which is ignored', upgrading + upgradingPost + upgrading + live, [200, 201, 200, 200], 'keep-alive'],
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

it.each([
  ['its client disconnects', 1],
  ['its client disconnects', 5],
  ['the service stops', 2],
])('cuts CONNECT if %s while it waits for %i earlier responses', async (reason, count) => {
  const { gate, api, connection } = await startHeld();
  await connection.send(list.repeat(count) + connect + 'x'.repeat(1_000_000));
  await gate.held();
  if (reason === 'the service stops') await api.stop(50);
  else connection.reset();
  expect((await api.reports(1)).map(({ status, aborted }) => [status, aborted])).toEqual([[499, true]]);
  gate.open();
});

it('lets Upgrade wait for its turn, and for its body', async () => {
  const { gate, connection } = await startHeld();
  await connection.send(upgrading + spell('POST /v1/pets', jsonHeaders(`Content-Length: ${animal.length}`, ...h2c)));
  await gate.held();
  gate.open();
  expect((await connection.readResponse()).status).toBe(200);
  expect((await connection.request(animal)).status).toBe(201);
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
