import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type AtEnd, afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiKey, exchange, type Outcome, page, spell } from './exchange.ts';
import { cut, hang, respond, startInstance } from './instances.ts';
import { addPet, type Connecting, openSocket, senderTo } from './send.ts';
import { needsProxies, type ProxyName, startProxy } from './start-proxy.ts';

const list = (headers: readonly string[]): string => spell('GET /v1/pets HTTP/1.1', headers);
const animal = '{"name":"Rex","categoryId":1}';
const send = (line: string, headers: readonly string[] = [`Content-Length: ${animal.length}`], body = animal): string =>
  spell(`${line} HTTP/1.1`, ['Content-Type: application/json', ...headers], body);
const post = (headers?: readonly string[], body?: string): string => send('POST /v1/pets', headers, body);

const large = 'a'.repeat(300_000);
const above16KiB = large.slice(0, 20_000);
const chunked = 'Transfer-Encoding: chunked';
const inChunks = (body: string): string =>
  `${body.replace(/.{1,30000}/g, (part) => `${part.length.toString(16)}\r\n${part}\r\n`)}0\r\n\r\n`;

/** Without an outcome of its own, HAProxy has that of nginx. */
type Row = readonly [what: string, bytes: string, nginx: Outcome, haproxy?: Outcome];
const outcomes = ([, , nginx, haproxy = nginx]: Row): readonly Outcome[] => [nginx, haproxy];

// HAProxy sends it for a message that it cannot parse.
const html = '400 text/html cache=no-cache';
const [malformed, tooLarge, tooLong] = ['400 invalid_request', '413 payload_too_large', '431 headers_too_large'];
const nothing = '404 not_found cors';

const requests: readonly Row[] = [
  ['a body of 64 KiB', post(['Content-Length: 65536'], animal.padEnd(65_536)), '201'],
  ['headers of 15 KiB', list([`X: ${large.slice(0, 15_000)}`]), '200'],
  ['a body above 256 KiB', post(['Content-Length: 300000'], large), `${tooLarge} cors`],
  ['such a body in chunks', post([chunked], inChunks(large)), `${tooLarge} cors`],
  ['headers above 16 KiB', list([`X: ${above16KiB}`]), `${tooLong} cors`],
  ['a URL above 16 KiB', spell(`GET /v1/pets?${above16KiB} HTTP/1.1`), tooLong, `${tooLong} cors`],
  ['300 header lines', list(Array.from({ length: 300 }, (_, index) => `X-${index}: a`)), '200', html],
  ['a malformed request line', spell('GET /v1/pets a HTTP/1.1'), malformed, html],
  ['a malformed chunk', post([chunked], 'x\r\n'), `${malformed} cors`, html],
  [
    'another transfer coding',
    post(['Transfer-Encoding: gzip, chunked'], inChunks(animal)),
    `${malformed} cors`,
    '422 text/html cache=no-cache',
  ],
  ['another version of HTTP', spell('GET /v1/pets HTTP/3.7'), malformed, '200'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\nConnection: close\r\n\r\n', malformed],
  ['no Host', list([]).replace('Host: animals.example\r\n', ''), `${malformed} cors`],
  ['another Host', post().replace('animals.example', 'other.example'), '201'],
  ['a URL as the target', send('POST https://animals.example/v1/pets'), '201'],
  ['OPTIONS *', spell('OPTIONS * HTTP/1.1'), malformed, nothing],
  ['TRACE', spell('TRACE /v1/pets HTTP/1.1'), `${malformed} cors`, '405 method_not_allowed cors'],
  ['CONNECT', spell('CONNECT animals.example:443 HTTP/1.1'), malformed, `${malformed} cors`],
  ['the address of the errors of nginx', send('POST /animal-store-error'), nothing],
  ['the metrics', spell('GET /metrics HTTP/1.1'), nothing],
  ['the statistics of HAProxy', spell('GET /haproxy?stats HTTP/1.1'), nothing],
];

/** Requests that do not arrive completely. */
const slow: readonly Row[] = [
  ['nothing', '', 'closed'],
  ['slow headers', 'GET /v1/pets HTTP/1.1\r\nX: ', 'closed', '408 text/html cache=no-cache'],
  ['a slow body', post(['Content-Length: 9'], '{'), 'closed', '408 request_timeout cors'],
];

const silence = spell('POST /silence HTTP/1.1', ['Content-Length: 0']);
const unavailable = '503 service_unavailable retry-after=1 cors';

/** An instance that cuts the connection of each request, keeps its id, and does not respond to one for `/silence`. */
const startBroken = (arrived: string[], atEnd: AtEnd): Promise<number> =>
  startInstance((response, request) => {
    if (request.url === '/silence') return hang(response, request);
    arrived.push(String(request.headers['x-request-id']));
    return cut(response, request);
  }, atEnd);

/** Starts each proxy in front of one port of this machine. */
const startProxies = async (port: number, atEnd: AtEnd) => {
  const start = (proxy: ProxyName) => startProxy(proxy, [port, port], atEnd);
  const [nginx, haproxy] = await Promise.all([start('nginx'), start('haproxy')]);
  return { nginx, haproxy };
};

describeNeeding(
  needsProxies,
  'Behind nginx and HAProxy, a client gets what is written here for',
  () => {
    type Fronts = Awaited<ReturnType<typeof startProxies>>;
    const atEnd = afterGroup();
    const arrived: string[] = [];
    let service: RunningService;
    let whole: Fronts;
    let broken: Fronts;
    let waiting: readonly Promise<readonly Outcome[]>[];

    const behind = (fronts: Fronts, bytes: string, how?: Partial<Connecting>): Promise<readonly Outcome[]> =>
      Promise.all(Object.values(fronts).map(({ port }) => exchange(port, bytes, how)));

    beforeAll(async () => {
      service = await startService({ API_KEY: apiKey, CORS_ORIGINS: page }, atEnd);
      whole = await startProxies(Number(new URL(service.origin).port), atEnd);
      broken = await startProxies(await startBroken(arrived, atEnd), atEnd);
      // They run into time limits of 10 to 31 s, while the other tests run.
      waiting = slow.map(([, bytes]) => behind(whole, bytes));
    }, 60_000);

    it.each(requests.map((row) => [row[0], row] as const))('%s', async (_, row) => {
      expect(await behind(whole, row[1])).toEqual(outcomes(row));
    });

    it('HTTP without TLS', async () => {
      expect(await behind(whole, post(), { isSecure: false })).toEqual([`${malformed} cors`, 'closed']);
    });

    it('a fault of a page whose origin is not listed', async () => {
      const ofOther = post(['Content-Length: 300000'], large).replace(page, 'https://other.example');
      expect(await behind(whole, ofOther)).toEqual([tooLarge, tooLarge]);
    });

    it.each(['nginx', 'haproxy'] as const)(
      'too many requests of one address behind %s, and after the wait',
      async (proxy) => {
        // In this process, so that a busy machine keeps it from responding no longer than the client.
        const instance = await startInstance(respond);
        const { port } = await startProxy(proxy, [instance, instance]);
        const send = senderTo(port, https, '127.0.0.2');
        const request = addPet(apiKey);
        const headers = { ...request.headers, Origin: page };
        let responses: Awaited<ReturnType<typeof send>>[] = [];
        // A busy machine needs more of them to exceed a rate.
        while (responses.length < 3_000 && responses.every(({ status }) => status === 200))
          responses = responses.concat(
            await Promise.all(Array.from({ length: 600 }, () => send({ ...request, headers }))),
          );
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
        expect(responses.find(({ status }) => status === 429)).toMatchObject({
          headers: {
            'content-type': 'application/json',
            'cache-control': 'no-store',
            'retry-after': '2',
            'access-control-allow-origin': page,
          },
          body: '{"code":"rate_limited","message":"too many requests from this address; wait and try again","status":429}',
        });
        await pause(2_000);
        expect((await send(addPet(apiKey))).status).toBe(200);
      },
    );

    it('more than 100 requests (nginx) or connections (HAProxy) of one address at a time', async () => {
      const from = '127.0.0.3';
      const exchanges = Array.from({ length: 101 }, () => exchange(broken.nginx.port, silence, { from }));
      expect(await Promise.race(exchanges)).toBe('429 rate_limited retry-after=2 cors');
      const sockets = Array.from({ length: 101 }, () => openSocket(whole.haproxy.port, { isSecure: true, from }));
      const opened = await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<string>((resolve) => {
              for (const event of ['secureConnect', 'close']) socket.once(event, () => resolve(event));
            }),
        ),
      );
      for (const socket of sockets) socket.destroy();
      expect(opened.toSorted()).toEqual(['close', ...Array(100).fill('secureConnect')]);
    });

    describe.each([
      ['nginx', 2],
      ['haproxy', 4],
    ] as const)('an instance that dies: %s', (proxy, retried) => {
      it.each([
        ['GET', undefined, retried],
        ['PUT', undefined, retried],
        ['DELETE', undefined, retried],
        ['POST', undefined, 1],
        ['PATCH', undefined, 1],
        ['POST', 'a', retried],
        ['PATCH', 'a', retried],
        // Values that a condition could take for none.
        ['POST', '0', retried],
        ['POST', 'false', retried],
      ] as const)('sends %s with the key %s %i times', async (method, key, times) => {
        arrived.splice(0);
        const id = randomUUID();
        const headers = [`X-Request-Id: ${id}`, `Content-Length: ${animal.length}`];
        const keyed = key === undefined ? headers : [...headers, `Idempotency-Key: ${key}`];
        expect(await exchange(broken[proxy].port, send(`${method} /v1/pets`, keyed))).toBe(unavailable);
        expect(arrived).toEqual(Array(times).fill(id));
      });
    });

    it.each(['nginx', 'haproxy'] as const)('one of two instances: %s sends any request to the other', async (proxy) => {
      const { port } = await startProxy(proxy, [await freePort(), Number(new URL(service.origin).port)]);
      const sent = Array.from({ length: 4 }, () => exchange(port, post()));
      expect(await Promise.all(sent)).toEqual(Array(4).fill('201'));
    });

    it.each(['nginx', 'haproxy'] as const)('JSON, CSS and JavaScript if it takes gzip: %s', async (proxy) => {
      const { send } = whole[proxy];
      for (const path of ['/openapi.json', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']) {
        const plain = await send({ path });
        const compressed = await send({ path, headers: { 'Accept-Encoding': 'gzip' } });
        const { 'content-encoding': coding, vary } = compressed.headers;
        expect([coding, vary?.split(', ').toSorted()]).toEqual(['gzip', ['Accept-Encoding', 'Origin']]);
        expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
      }
    });

    it('requests that do not arrive completely', async () => {
      expect(await Promise.all(waiting)).toEqual(slow.map(outcomes));
    });

    it('no instance', async () => {
      await service.stop();
      const keyed = post([`Content-Length: ${animal.length}`, 'Idempotency-Key: a']);
      for (const bytes of [list([]), post(), keyed])
        expect(await behind(whole, bytes)).toEqual([unavailable, unavailable]);
      // HAProxy notices it by its check.
      const ofLarge = post(['Content-Length: 300000'], large);
      await vi.waitFor(
        async () => expect(await behind(whole, ofLarge)).toEqual([`${tooLarge} cors`, `${tooLarge} cors`]),
        { timeout: 10_000, interval: 500 },
      );
    });
  },
  { timeout: 60_000 },
);
