import { describe, expect, it } from 'vitest';
import { animal, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const expecting = 'Expect: 100-continue';
const length = `Content-Length: ${animal.length}`;

const unwanted: readonly (readonly [status: number, request: string])[] = [
  [401, spell('POST /v1/pets', ['Content-Type: application/json', length, expecting])],
  [404, spell('POST /v1/nothing', jsonHeaders(length, expecting))],
  [404, spell('POST /nothing', jsonHeaders(length, expecting))],
  [405, spell('MKCALENDAR /v1/pets', jsonHeaders(length, expecting))],
  [405, spell('POST /v1/pets/1', jsonHeaders(length, expecting))],
  [415, spell('POST /v1/pets', [withKey, 'Content-Type: text/plain', length, expecting])],
  [415, spell('POST /v1/pets', jsonHeaders('Content-Encoding: zstd', length, expecting))],
  [413, spell('POST /v1/pets', jsonHeaders('Content-Length: 65537', expecting))],
  [413, spell('POST /v1/pets', jsonHeaders('Content-Length: 4294967301', expecting))],
  [400, spell('POST /v1/pets', jsonHeaders(expecting))],
  [200, spell('GET /v1/pets', [withKey, expecting])],
  [204, spell('OPTIONS /v1/pets', [withKey, expecting])],
];

describe('Expect: 100-continue', () => {
  it.each(unwanted)('gets %i without 100 if no body is wanted, and the connection ends', async (status, request) => {
    const api = await startApi();
    const connection = await api.open();
    const response = await connection.request(request);
    expect([response.status, response.headers['connection']]).toEqual([status, 'close']);
    expect(await connection.rest()).toBe('');
  });

  it('gets 100 if the body is wanted, and the connection stays open', async () => {
    const api = await startApi();
    const connection = await api.open();
    for (const id of [1, 2]) {
      await connection.send(spell('POST /v1/pets', jsonHeaders(length, expecting)));
      expect(await connection.readResponse()).toEqual({ status: 100, headers: {}, body: '' });
      const response = await connection.request(animal);
      expect([response.status, response.headers['location'], response.headers['connection']]).toEqual([
        201,
        `/v1/pets/${id}`,
        'keep-alive',
      ]);
    }
  });

  it('keeps the connection if the body is refused after 100', async () => {
    const api = await startApi();
    const connection = await api.open();
    await connection.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 2', expecting)));
    expect((await connection.readResponse()).status).toBe(100);
    const response = await connection.request('{}');
    expect([response.status, response.headers['connection']]).toEqual([400, 'keep-alive']);
  });

  it('has no effect in HTTP/1.0', async () => {
    const api = await startApi();
    const connection = await api.open();
    const headers = jsonHeaders(length, expecting).join('\r\n');
    await connection.send(`POST /v1/pets HTTP/1.0\r\n${headers}\r\n\r\n`);
    const response = await connection.request(animal);
    expect([response.status, response.headers['connection']]).toEqual([201, 'close']);
    expect(await connection.rest()).toBe('');
  });
});
