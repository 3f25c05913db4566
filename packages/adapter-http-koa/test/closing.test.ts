import { describe, expect, it } from 'vitest';
import { animal, errorBody, spell, spellPost, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

const list = spell('GET /v1/pets', [withKey]);
const connect = spell('CONNECT example.com:443');

it('nothing is processed after the response to a malformed message', async () => {
  const { api, connection } = await startConnected();
  const response = await connection.request(spell('GET /v1/pets#x') + spellPost(animal).repeat(3) + connect);
  expect([response.status, response.headers['connection']]).toEqual([400, 'close']);
  expect(await connection.rest()).toBe('');
  expect((await api.request(list)).body).toBe('[]');
  expect((await api.reports(2)).map(({ status }) => status)).toEqual([400, 200]);
});

describe('CONNECT', () => {
  it.each([
    [connect, 404],
    [spell('CONNECT /v1/pets'), 401],
    [spell('CONNECT /v1/pets', [withKey]), 405],
  ])('gets a response like any method, and ends the connection: %j', async (request, status) => {
    const { api, connection } = await startConnected();
    const headers = { connection: 'close', 'content-type': 'application/json' };
    expect(await connection.request(request + list)).toMatchObject({ status, headers });
    expect(await connection.rest()).toBe('');
    expect((await api.reports(1)).map((report) => report.status)).toEqual([status]);
  });

  it('waits for the responses before it', async () => {
    const { gate, connection } = await startHeld();
    await connection.send(list + list + connect);
    await gate.held();
    gate.open();
    const bodies = (await connection.readResponses(3)).map(({ body }) => body);
    expect(bodies).toEqual(['[]', '[]', errorBody('not_found', 'there is nothing at this path', 404)]);
    expect(await connection.rest()).toBe('');
  });

  it.each([
    ['its client disconnects', 1],
    ['its client disconnects', 5],
    ['the service stops', 2],
  ])('is cut if %s while it waits for %i earlier responses', async (cause, count) => {
    const { gate, api, connection } = await startHeld();
    await connection.send(list.repeat(count) + connect + 'x'.repeat(1_000_000));
    await gate.held();
    if (cause === 'the service stops') await api.stop(50);
    else connection.reset();
    expect((await api.reports(1)).map(({ status, aborted }) => [status, aborted])).toEqual([[499, true]]);
    gate.open();
  });
});
