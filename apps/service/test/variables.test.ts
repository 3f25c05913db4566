import { execFile } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { contentLength, header, rawRequest } from '@animal-store/testkit/http';
import { logLines, type RunningService, startService, waitFor } from '@animal-store/testkit/service';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { connect } from './checked.ts';
import { withClock } from './with-clock.ts';

// The variables whose effect no other test of the whole service shows. `configuration.test.ts` has all defaults.

// One service for all defaults.
let byDefault: RunningService;
const atEnd = afterGroup();
beforeAll(async () => {
  byDefault = await startService({ LOG_LEVEL: '' }, atEnd);
}, 30_000);

/** Sends a request on a connection of its own. */
const send = async (service: RunningService, method = 'GET', target = '/v1/pets', ...headers: readonly string[]) => {
  const connection = await connect(service.origin);
  onTestFinished(connection.destroy);
  const key = `Authorization: Bearer ${service.apiKey}`;
  void connection.send(rawRequest(`${method} ${target} HTTP/1.1`, ['Host: localhost', key, ...headers]));
  return connection.readResponse({ method, target });
};

it('HOST is the addresses of the API, by default 127.0.0.1', async () => {
  const isReached = async ({ origin }: RunningService, host: string): Promise<boolean> =>
    fetch(`http://${host}:${new URL(origin).port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  const reached = (service: RunningService): Promise<readonly boolean[]> =>
    Promise.all(['127.0.0.1', '127.0.0.2', '[::1]'].map((host) => isReached(service, host)));
  expect(await reached(byDefault)).toEqual([true, false, false]);
  expect(await reached(await startService({ HOST: '0.0.0.0' }))).toEqual([true, true, false]);
  const hasIPv6 = Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.address === '::1');
  expect(await reached(await startService({ HOST: '::' }))).toEqual([true, true, hasIPv6]);
});

it('KEEP_ALIVE_TIMEOUT_MS is in the header Keep-Alive, by default 65 seconds', async () => {
  const service = await startService({ KEEP_ALIVE_TIMEOUT_MS: '1000' });
  const sent = [await send(byDefault), await send(service)];
  expect(sent.map((response) => header(response, 'keep-alive'))).toEqual(['timeout=65', 'timeout=1']);
});

it('RATE_LIMIT is the requests of a key in a period, by default without limit', async () => {
  const statuses = async (service: RunningService): Promise<readonly number[]> =>
    [await send(service), await send(service), await send(service)].map(({ status }) => status);
  expect(await statuses(byDefault)).toEqual([200, 200, 200]);
  expect(await statuses(await startService({ RATE_LIMIT: '2/60s' }))).toEqual([200, 200, 429]);
});

it('MAX_REQUESTS_IN_FLIGHT bounds all requests, and one key to half of them', async () => {
  const body = '{"name":"Rex","categoryId":1}';
  const expectation = ['Content-Type: application/json', contentLength(body), 'Expect: 100-continue'];
  const statusesBesideOne = async (service: RunningService): Promise<readonly number[]> => {
    expect((await send(service, 'POST', '/v1/pets', ...expectation)).status).toBe(100);
    return [(await send(service)).status, (await send(service, 'GET', '/livez')).status];
  };
  expect(await statusesBesideOne(byDefault)).toEqual([200, 200]);
  expect(await statusesBesideOne(await startService({ MAX_REQUESTS_IN_FLIGHT: '2' }))).toEqual([429, 200]);
  expect(await statusesBesideOne(await startService({ MAX_REQUESTS_IN_FLIGHT: '1' }))).toEqual([503, 200]);
});

it('MAX_CONNECTIONS is the connections at once; more are closed', async () => {
  const service = await startService({ MAX_CONNECTIONS: '1' });
  expect((await send(service)).status).toBe(200);
  const second = await connect(service.origin);
  expect(await second.closed()).toBe('');
});

it('GET_PET_AFTER_SUNSET keeps the removed operation, by default it is gone', async () => {
  const NODE_OPTIONS = withClock(Date.UTC(2031, 0) - Date.now());
  expect((await send(byDefault, 'GET', '/v1/pets/1')).status).toBe(404);
  expect((await send(await startService({ NODE_OPTIONS }), 'GET', '/v1/pets/1')).status).toBe(410);
  const kept = await startService({ NODE_OPTIONS, GET_PET_AFTER_SUNSET: 'serve' });
  expect((await send(kept, 'GET', '/v1/pets/1')).status).toBe(404);
});

it('CORS_ORIGINS and CORS_HEADERS are what pages may send, by default nothing', async () => {
  const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
  const allowed = async ({ baseUrl }: RunningService): Promise<readonly unknown[]> => {
    const response = await fetch(`${baseUrl}/pets`, { method: 'OPTIONS', headers });
    const names = response.headers.get('access-control-allow-headers') ?? '';
    return [response.headers.get('access-control-allow-origin'), names.includes('x-tenant')];
  };
  const CORS_ORIGINS = 'https://shop.example,capacitor://localhost';
  expect(await allowed(byDefault)).toEqual([null, false]);
  expect(await allowed(await startService({ CORS_ORIGINS }))).toEqual(['https://shop.example', false]);
  expect(await allowed(await startService({ CORS_ORIGINS, CORS_HEADERS: 'x-tenant' }))).toEqual([
    'https://shop.example',
    true,
  ]);
});

it('ADMIN_HOST and ADMIN_PORT are the address of the metrics, which the API does not serve', async () => {
  const ADMIN_PORT = `${await freePort()}`;
  const service = await startService({ ADMIN_HOST: '127.0.0.2', ADMIN_PORT });
  const statusOf = async (origin: string): Promise<number> => (await fetch(`${origin}/metrics`)).status;
  expect(await statusOf(`http://127.0.0.2:${ADMIN_PORT}`)).toBe(200);
  expect(await statusOf(service.origin)).toBe(404);
  await expect(statusOf(`http://127.0.0.1:${ADMIN_PORT}`)).rejects.toThrow('fetch failed');
});

it('LOG_LEVEL is the least level that is logged, by default that of requests and not of probes; LOG_FORMAT is that of pino', async () => {
  const logged = async (service: RunningService): Promise<readonly unknown[]> => {
    await send(service, 'GET', '/livez');
    await send(service);
    expect(await service.stop()).toBe(0);
    const requests = logLines(service.process).filter(({ requestId }) => requestId !== undefined);
    return requests.map(({ route, level, severity }) => [route, level, severity]);
  };
  expect(await logged(await startService())).toEqual([['/v1/pets', 30, undefined]]);
  expect(await logged(await startService({ LOG_LEVEL: 'debug', LOG_FORMAT: 'cloud' }))).toEqual([
    ['/livez', undefined, 'DEBUG'],
    ['/v1/pets', undefined, 'INFO'],
  ]);
});

it('STORE is the memory in production, and BASE_URL begins every URL in the responses', async () => {
  const base = 'https://animals.example/api/v1';
  const service = await startService({ NODE_ENV: 'production', STORE: 'memory', BASE_URL: base });
  expect(logLines(service.process).map(({ level, msg }) => [level, msg])).toEqual([[30, 'listening']]);
  const body = '{"name":"Rex","categoryId":1}';
  const headers = {
    Authorization: `Bearer ${service.apiKey}`,
    'Content-Type': 'application/json',
    Host: 'evil.example',
  };
  const added = await fetch(`${service.baseUrl}/pets`, { method: 'POST', body, headers });
  expect(added.headers.get('location')).toBe(`${base}/pets/1`);
  expect((await fetch(`${service.origin}/api/v1/pets`, { headers })).status).toBe(404);
});

it('API_KEY is by default a new key, which is shown with commands that work, but not in the log', async () => {
  const { process, stop } = await startService({ API_KEY: '' });
  const text = await waitFor(process, () => /^ {2}export .*?(?=\n\n)/ms.exec(process.stderr())?.[0], 'The commands');
  const { stdout } = await promisify(execFile)('sh', ['-c', text]);
  expect(stdout.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
  expect(await stop()).toBe(0);
  const [, secret = ''] = /\bask_[a-z2-7]{8}_([a-z2-7]{52})_[0-9a-f]{8}\b/.exec(process.stderr()) ?? [];
  expect([secret.length, process.stdout().includes(secret)]).toEqual([52, false]);
});
