import { expect, it } from 'vitest';
import { animal, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

// As Java's own client asks for HTTP/2 with each request.
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
];
const list = spell('GET /v1/pets?limit=1', [withKey, ...h2c]);

it('is ignored, and the connection stays open', async () => {
  const { api, connection } = await startConnected();
  for (let times = 0; times < 20; times += 1) {
    const { status, headers } = await connection.request(times % 2 === 0 ? spellPost(animal, ...h2c) : list);
    expect([status, headers['connection']]).toEqual([times % 2 === 0 ? 201 : 200, 'keep-alive']);
  }
  expect((await api.reports(20)).map(({ status }) => status)).toEqual(Array(10).fill([201, 200]).flat());
});

it('does not harm what comes behind it', async () => {
  const { connection } = await startConnected();
  await connection.send(list + spellPost(animal, ...h2c) + list + spellPost(animal) + spell('GET /livez'));
  expect((await connection.readResponses(5)).map(({ status }) => status)).toEqual([200, 201, 200, 201, 200]);
});

it('waits for its turn, and for its body', async () => {
  const { gate, connection } = await startHeld();
  await connection.send(list + spell('POST /v1/pets', jsonHeaders(`Content-Length: ${animal.length}`, ...h2c)));
  await gate.held();
  gate.open();
  expect((await connection.readResponse()).status).toBe(200);
  expect((await connection.request(animal)).status).toBe(201);
});
