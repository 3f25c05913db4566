import { gunzipSync } from 'node:zlib';
import { afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { beforeAll, expect, it, vi } from 'vitest';
import { apiKey, exchange, type Outcome, page, spell } from './exchange.ts';
import type { Connecting } from './send.ts';
import { needsProxies, startProxy } from './start-proxy.ts';

const list = (headers: readonly string[] = []): string => spell('GET /v1/pets HTTP/1.1', headers);
const animal = '{"name":"Rex","categoryId":1}';
const post = (headers: readonly string[] = [`Content-Length: ${animal.length}`], body = animal): string =>
  spell('POST /v1/pets HTTP/1.1', ['Content-Type: application/json', ...headers], body);

const large = 'a'.repeat(300_000);
const above16KiB = large.slice(0, 20_000);
const postLarge = post(['Content-Length: 300000'], large);
const chunked = 'Transfer-Encoding: chunked';
const inChunks = (body: string): string =>
  `${body.replace(/.{1,30000}/g, (part) => `${part.length.toString(16)}\r\n${part}\r\n`)}0\r\n\r\n`;

// HAProxy sends it for a message that it cannot parse.
const html = '400 text/html cache=no-cache';
const [malformed, tooLarge, tooLong] = ['400 invalid_request', '413 payload_too_large', '431 headers_too_large'];
const nothing = '404 not_found cors';
const unavailable = '503 service_unavailable retry-after=1 cors';

/** Without an outcome of its own, HAProxy has that of nginx. */
type Row = readonly [what: string, bytes: string, nginx: Outcome, haproxy?: Outcome];

const requests: readonly Row[] = [
  ['a body of 64 KiB', post(['Content-Length: 65536'], animal.padEnd(65_536)), '201'],
  ['headers of 15 KiB', list([`X: ${large.slice(0, 15_000)}`]), '200'],
  ['a body above 256 KiB', postLarge, `${tooLarge} cors`],
  ['such a body in chunks', post([chunked], inChunks(large)), `${tooLarge} cors`],
  ['such a body of a page whose origin is not listed', postLarge.replace(page, 'https://other.example'), tooLarge],
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
  ['no Host', list().replace('Host: animals.example\r\n', ''), `${malformed} cors`],
  ['another Host', post().replace('animals.example', 'other.example'), '201'],
  ['a URL as the target', post().replace('/v1/pets', 'https://animals.example/v1/pets'), '201'],
  ['OPTIONS *', spell('OPTIONS * HTTP/1.1'), malformed, nothing],
  ['TRACE', spell('TRACE /v1/pets HTTP/1.1'), `${malformed} cors`, '405 method_not_allowed cors'],
  ['CONNECT', spell('CONNECT animals.example:443 HTTP/1.1'), malformed, `${malformed} cors`],
  ['the address of the errors of nginx', post().replace('/v1/pets', '/animal-store-error'), nothing],
  ['the metrics', spell('GET /metrics HTTP/1.1'), nothing],
  ['the statistics of HAProxy', spell('GET /haproxy?stats HTTP/1.1'), nothing],
];

/** Requests that do not arrive completely, which run into time limits of 10 to 31 s. */
const slow: readonly Row[] = [
  ['nothing', '', 'closed'],
  ['slow headers', 'GET /v1/pets HTTP/1.1\r\nX: ', 'closed', '408 text/html cache=no-cache'],
  ['a slow body', post(['Content-Length: 9'], '{'), 'closed', '408 request_timeout cors'],
];

describeNeeding(
  needsProxies,
  'Behind nginx and HAProxy, a client gets what is written here for',
  () => {
    const atEnd = afterGroup();
    let service: RunningService;
    let fronts: readonly Awaited<ReturnType<typeof startProxy>>[];

    beforeAll(async () => {
      service = await startService({ API_KEY: apiKey, CORS_ORIGINS: page }, atEnd);
      const port = Number(new URL(service.origin).port);
      fronts = [await startProxy('nginx', [port, port], atEnd), await startProxy('haproxy', [port, port], atEnd)];
    }, 60_000);

    const behindBoth = (bytes: string, how?: Partial<Connecting>): Promise<readonly Outcome[]> =>
      Promise.all(fronts.map(({ port }) => exchange(port, bytes, how)));

    it.for(requests)('%s', async ([, bytes, nginx, haproxy = nginx]) => {
      expect(await behindBoth(bytes)).toEqual([nginx, haproxy]);
    });

    it.concurrent.for(slow)('%s', async ([, bytes, nginx, haproxy = nginx]) => {
      expect(await behindBoth(bytes)).toEqual([nginx, haproxy]);
    });

    it('HTTP without TLS', async () => {
      expect(await behindBoth(post(), { isSecure: false })).toEqual([`${malformed} cors`, 'closed']);
    });

    it.each(['/openapi.json', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])(
      '%s if it takes gzip',
      async (path) => {
        for (const { send } of fronts) {
          const plain = await send({ path });
          const compressed = await send({ path, headers: { 'Accept-Encoding': 'gzip' } });
          const { 'content-encoding': coding, vary } = compressed.headers;
          expect([coding, vary?.split(', ').toSorted()]).toEqual(['gzip', ['Accept-Encoding', 'Origin']]);
          expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
        }
      },
    );

    it('any request while no instance runs', async () => {
      await service.stop();
      for (const bytes of [list(), post(), post([`Content-Length: ${animal.length}`, 'Idempotency-Key: a'])])
        expect(await behindBoth(bytes)).toEqual([unavailable, unavailable]);
    });

    it('a body above 256 KiB while no instance runs', async () => {
      // HAProxy notices by its check that none runs.
      const refused = async () => expect(await behindBoth(postLarge)).toEqual([`${tooLarge} cors`, `${tooLarge} cors`]);
      await vi.waitFor(refused, { timeout: 10_000, interval: 500 });
    });
  },
  { timeout: 60_000 },
);
