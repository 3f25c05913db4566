import { describe, expect, it } from 'vitest';
import { animal, chunk, commonHeaders, errorBody, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

const notHttp = errorBody('invalid_request', 'the request must be well-formed HTTP/1.1 (RFC 9112)', 400);

const chunked = (...headers: readonly string[]): string =>
  spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked', ...headers));
const badChunk = 'zz\r\n';
const noise = '\u0000\u0001\r\n\r\n';

describe('a message that is not HTTP', () => {
  it.each([
    ['noise', noise],
    ['a half request', 'GET /v1/pe'],
    ['a folded header', spell('GET /livez', ['X: a', ' b'])],
    ['a line feed alone', spell('GET /livez', ['X: a\nY: b'])],
    ['a control character', spell('GET /livez', ['X: a\u0000b'])],
    ['a length and chunks', chunked('Content-Length: 5')],
    ['two lengths', spellPost(animal, 'Content-Length: 5')],
  ])('gets a response in JSON, and is reported as no request: %s', async (_, bytes) => {
    const { api, connection } = await startConnected();
    await connection.send(bytes);
    connection.end();
    const response = await connection.readResponse();
    expect(response).toEqual({
      status: 400,
      body: notHttp,
      headers: {
        date: expect.stringMatching(/GMT$/),
        ...commonHeaders(expect.stringMatching(/^[0-9a-f-]{36}$/)),
        'content-type': 'application/json',
        'content-length': String(notHttp.length),
        connection: 'close',
      },
    });
    expect(await connection.rest()).toBe('');
    const requestId = response.headers['x-request-id'];
    expect([api.reported, api.refused]).toEqual([[], [{ requestId, status: 400, code: 'invalid_request' }]]);
  });

  it('gets a response that a client can read while it continues to send', async () => {
    const { connection } = await startConnected();
    await connection.send(noise);
    for (let sent = 0; sent < 64; sent += 1) await connection.send('x'.repeat(16_384));
    expect((await connection.readResponse()).body).toBe(notHttp);
    expect(await connection.rest()).toBe('');
  });
});

describe('a body that is not HTTP', () => {
  it.each([
    ['as it is', []],
    ['compressed by gzip', ['Content-Encoding: gzip']],
    ['compressed by br', ['Content-Encoding: br']],
  ])('gets one response, with the id of its request: %s', async (_, headers) => {
    const { api, connection } = await startConnected();
    const sent = chunked('X-Request-Id: mine', ...headers) + chunk('\x1f') + badChunk;
    expect(await connection.request(sent)).toMatchObject({
      status: 400,
      body: notHttp,
      headers: { ...commonHeaders('mine'), connection: 'close', 'content-type': 'application/json' },
    });
    expect(await connection.rest()).toBe('');
    expect(await api.reports(1)).toMatchObject([{ requestId: 'mine', status: 400, aborted: false }]);
    expect(api.refused).toEqual([]);
  });

  it('gets 413 if an extension of a chunk is too large', async () => {
    const { connection } = await startConnected();
    const body = errorBody('payload_too_large', 'the chunk extensions of the body are too large', 413);
    expect(await connection.request(`${chunked()}1;${'x'.repeat(20_000)}\r\n`)).toMatchObject({ status: 413, body });
  });

  it('gets one response while the key is being checked', async () => {
    const { gate, api, connection } = await startHeld();
    await connection.send(chunked('Expect: 100-continue') + badChunk);
    await gate.held();
    expect((await connection.readResponse()).body).toBe(notHttp);
    gate.open();
    expect(await connection.rest()).toBe('');
    expect((await api.reports(1)).map(({ status }) => status)).toEqual([400]);
  });

  it('gets no second response', async () => {
    const { api, connection } = await startConnected();
    expect((await connection.request(spell('POST /v1/pets', ['Transfer-Encoding: chunked']))).status).toBe(401);
    await connection.send(badChunk);
    expect(await connection.rest()).toBe('');
    expect((await api.reports(1)).map(({ status }) => status)).toEqual([401]);
  });

  it('frees the slot of its request', async () => {
    const { api, connection } = await startConnected({ options: { maxRequestsInFlight: 2 } });
    expect((await connection.request(chunked('Expect: 100-continue'))).status).toBe(100);
    await connection.send(badChunk);
    expect((await connection.readResponse()).status).toBe(400);
    expect((await api.request(spell('GET /v1/pets', [withKey]))).status).toBe(200);
  });
});
