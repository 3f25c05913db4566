import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpApi, createHttpServer, timeLimits } from '../src/index.ts';
import { createGate, fakePorts, knowsOneKey } from './fake-ports.ts';
import { noReports } from './no-reports.ts';
import { openConnection } from './raw-connection.ts';
import { chunk, errorBody, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const short = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 };
const tooSlow = errorBody('request_timeout', 'the request took too long to arrive', 408);

describe('the time limits', () => {
  it('are those of the service', () => {
    expect(timeLimits).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      responseTimeout: 30_000,
    });
  });

  it('are the default', async () => {
    const api = createHttpApi(
      fakePorts(() => undefined, {}),
      { base: '/v1', getPetAfterSunset: 'gone' },
    );
    const server = createHttpServer(api, noReports);
    onTestFinished(() => server.stop(0));
    const connection = await openConnection((await server.listen(0, '127.0.0.1')).port);
    expect((await connection.request(spell('GET /livez'))).headers['keep-alive']).toBe('timeout=65');
  });

  it('end a wait with 408 in each part of the headers', async () => {
    const api = await startApi({ limits: short });
    const line = 'GET /v1/pets HTTP/1.1\r\n';
    const parts = ['', line.slice(0, -5), `${line}Host: localhost\r\n${withKey}\r\n`];
    const waits = parts.map(async (bytes) => {
      const connection = await api.open();
      const { status, headers, body } = await connection.request(bytes);
      return [status, headers['content-type'], body, headers['connection'], await connection.rest()];
    });
    expect(await Promise.all(waits)).toEqual(parts.map(() => [408, 'application/json', tooSlow, 'close', '']));
    expect(api.reported).toEqual([]);
  });

  it('end a wait for the body with 408, under the id of the request', async () => {
    const api = await startApi({ limits: short });
    const connection = await api.open();
    await connection.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100', 'X-Request-Id: slow'), '{'));
    const { status, headers, body } = await connection.readResponse();
    expect([status, headers['content-type'], body]).toEqual([408, 'application/json', tooSlow]);
    expect([headers['connection'], headers['x-request-id']]).toEqual(['close', 'slow']);
    expect(await connection.rest()).toBe('');
    const [report] = await api.reports(1);
    expect([report?.requestId, report?.route, report?.status]).toEqual(['slow', '/v1/pets', 408]);
    expect(api.reported.length).toBe(1);
  });

  it.each([
    ['headers', `GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX: `, 'x'],
    ['a body', spell('POST /v1/pets', jsonHeaders('Content-Length: 60000'), '{'), ' '],
  ])('end a wait for %s of which bytes keep arriving', async (_, bytes, drip) => {
    const api = await startApi({ limits: short });
    const connection = await api.open();
    await connection.send(bytes);
    const timer = setInterval(() => void connection.send(drip), 20);
    onTestFinished(() => clearInterval(timer));
    expect((await connection.readResponse()).body).toBe(tooSlow);
  });

  it('end a wait for a compressed body in the same way', async () => {
    const api = await startApi({ limits: short });
    const connection = await api.open();
    const headers = jsonHeaders('Content-Encoding: gzip', 'Transfer-Encoding: chunked');
    expect((await connection.request(spell('POST /v1/pets', headers, chunk('\x1f\x8b')))).body).toBe(tooSlow);
    expect(await connection.rest()).toBe('');
    expect((await api.reports(1)).map(({ status }) => status)).toEqual([408]);
  });

  it('close, without a second response, if the body of a request does not arrive after its response', async () => {
    const api = await startApi({ limits: short });
    const connection = await api.open();
    expect((await connection.request(spell('POST /v1/pets', ['Content-Length: 100'], '{'))).status).toBe(401);
    expect(await connection.rest()).toBe('');
    expect((await api.reports(1)).map(({ status }) => status)).toEqual([401]);
  });

  it('do not apply to the work of the service', async () => {
    const gate = createGate();
    const api = await startApi({ limits: short, ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const patient = await api.open();
    await patient.send(spell('GET /v1/pets', [withKey]));
    await gate.held();
    // When a later connection times out, the limit has passed for this one too.
    expect((await (await api.open()).readResponse()).status).toBe(408);
    gate.open();
    expect((await patient.readResponse()).status).toBe(200);
  });

  it('let earlier requests get their responses in their turn', async () => {
    const gate = createGate();
    const api = await startApi({ limits: short, ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    await connection.send(`${spell('GET /v1/pets', [withKey])}GET /li`);
    await gate.held();
    expect((await (await api.open()).readResponse()).status).toBe(408);
    gate.open();
    expect((await connection.readResponse()).status).toBe(200);
    expect((await connection.readResponse()).body).toBe(tooSlow);
    expect(await connection.rest()).toBe('');
  });
});
