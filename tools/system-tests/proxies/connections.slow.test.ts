import { once } from 'node:events';
import { connect } from 'node:http2';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { type AtEnd, afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding } from '@animal-store/testkit/needs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { spell } from './exchange.ts';
import { cut, hang, respond, startInstance } from './instances.ts';
import { host, openSocket, senderTo } from './send.ts';
import { needsProxies, type ProxyName, startProxy } from './start-proxy.ts';

const proxies: readonly ProxyName[] = ['nginx', 'haproxy'];

const errorOf = (status: number, code: string) => ({
  ...{ status, type: 'application/json', caching: 'no-store' },
  body: { code, message: expect.any(String), status },
});
const unavailable = errorOf(503, 'service_unavailable');

describeNeeding(
  needsProxies,
  'A client that keeps its connection',
  () => {
    describe.each(proxies)('to %s', (proxy) => {
      const atEnd = afterGroup();
      const arrived: string[] = [];
      let port: number;
      let portOfNone: number;

      beforeAll(async () => {
        const instance = await startInstance((response, request) => {
          arrived.push(`${request.method} ${request.url}`);
          return (request.url === '/cut' ? cut : respond)(response, request);
        }, atEnd);
        port = (await startProxy(proxy, [instance, instance], atEnd, true)).port;
        const ends: Parameters<AtEnd>[0][] = [];
        const gone = await startInstance(respond, (end) => void ends.push(end));
        portOfNone = (await startProxy(proxy, [gone, gone], atEnd, true)).port;
        for (const end of ends) await end();
      }, 60_000);

      it('gets an error of the proxy in the format of the API, also by HTTP/1.1 on a connection that was used', async () => {
        const send = senderTo(port, https, undefined);
        const first = await send({ path: '/' });
        // The proxies close an idle connection earlier than the service, which announces this.
        expect([first.status, first.headers['keep-alive']]).toEqual([200, undefined]);
        const { status, headers, body } = await send({ method: 'POST', path: '/cut', body: '' });
        expect({
          ...{ status, type: headers['content-type'], caching: headers['cache-control'] },
          body: JSON.parse(body),
        }).toEqual(unavailable);
        expect(arrived.filter((request) => request === 'POST /cut')).toHaveLength(1);
      });

      /** Sends a request by HTTP/2, and returns its response. */
      const sendByHttp2 = async (to: number, headers: Readonly<Record<string, string>>, body = '') => {
        const session = connect(`https://127.0.0.1:${to}`, { servername: host, rejectUnauthorized: false });
        const stream = session.request({ ':authority': host, ...headers }, { endStream: body === '' });
        if (body !== '') stream.end(body);
        const [received] = await once(stream, 'response');
        const content = JSON.parse(await text(stream));
        session.close();
        const { ':status': status, 'content-type': type, 'cache-control': caching } = received;
        return { status, type, caching, body: content };
      };

      const path = '/v1/pets';
      it.each([
        ['an instance that dies, for a GET', 'some', { ':path': '/cut' }, '', unavailable],
        // A stream that is refused would tell the client to send it again.
        ['an instance that dies, for a POST', 'some', { ':path': '/cut', ':method': 'POST' }, '{}', unavailable],
        ['no instance', 'none', { ':path': path }, '', unavailable],
        [
          'a body that is too large',
          'none',
          { ':path': path, ':method': 'POST', 'content-length': '300000' },
          'a'.repeat(300_000),
          errorOf(413, 'payload_too_large'),
        ],
        [
          'CONNECT',
          'some',
          { ':method': 'CONNECT', ':authority': 'animals.example:443' },
          '',
          errorOf(400, 'invalid_request'),
        ],
      ] as const)('gets an error in this format by HTTP/2: %s', async (_, instances, headers, body, error) => {
        if (instances === 'some') {
          arrived.splice(0);
          expect(await sendByHttp2(port, headers, body)).toEqual(error);
          if (':method' in headers) expect(arrived).toHaveLength(body === '' ? 0 : 1);
        } else {
          // HAProxy notices by its check that there is no instance.
          const sent = () => sendByHttp2(portOfNone, headers, body);
          await vi.waitFor(async () => expect(await sent()).toEqual(error), { timeout: 20_000, interval: 500 });
        }
      });

      it('gets 429 in this format by HTTP/2', async () => {
        const session = connect(`https://127.0.0.1:${port}`, { servername: host, rejectUnauthorized: false });
        const bodies = new Set<string>();
        for (let round = 0; round < 5 && bodies.size < 2; round += 1) {
          const streams = Array.from({ length: 600 }, () => session.request({ ':authority': host, ':path': path }));
          for (const body of await Promise.all(streams.map((stream) => text(stream)))) bodies.add(body);
        }
        session.close();
        expect([...bodies].toSorted().map((body) => JSON.parse(body))).toEqual([errorOf(429, 'rate_limited').body, {}]);
      });
    });

    it.each(proxies)('and leaves: %s ends its request, and sends it to no other instance', async (proxy) => {
      const arrived: string[] = [];
      let hasEnded = false;
      const instance = await startInstance((response, request) => {
        arrived.push(String(request.url));
        response.once('close', () => {
          hasEnded = true;
        });
        return hang(response, request);
      });
      const { port } = await startProxy(proxy, [instance, instance]);
      const socket = openSocket(port, { isSecure: true });
      socket.write(spell('GET /v1/pets HTTP/1.1'));
      await vi.waitUntil(() => arrived.length === 1, 10_000);
      socket.destroy();
      await vi.waitUntil(() => hasEnded, 5_000);
      expect(arrived).toEqual(['/v1/pets']);
    });
  },
  { timeout: 60_000 },
);
