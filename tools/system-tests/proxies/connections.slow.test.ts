import { once } from 'node:events';
import { connect } from 'node:http2';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding } from '@animal-store/testkit/needs';
import { beforeAll, describe, expect, it } from 'vitest';
import { cut, respond, startInstance } from './instances.ts';
import { host, senderTo } from './send.ts';
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

      beforeAll(async () => {
        const instance = await startInstance((response, request) => {
          arrived.push(`${request.method} ${request.url}`);
          return (request.url === '/cut' ? cut : respond)(response, request);
        }, atEnd);
        port = (await startProxy(proxy, [instance, instance], atEnd, true)).port;
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
      const sendByHttp2 = async (headers: Readonly<Record<string, string>>, body = '') => {
        const session = connect(`https://127.0.0.1:${port}`, { servername: host, rejectUnauthorized: false });
        const stream = session.request({ ':authority': host, ...headers }, { endStream: body === '' });
        if (body !== '') stream.end(body);
        const [received] = await once(stream, 'response');
        const content = JSON.parse(await text(stream));
        session.close();
        const { ':status': status, 'content-type': type, 'cache-control': caching } = received;
        return { status, type, caching, body: content };
      };

      const post = { ':path': '/v1/pets', ':method': 'POST' };
      const rows = [
        // A stream that is refused would tell the client to send it again.
        ['an instance that dies', { ...post, ':path': '/cut' }, '{}', ['POST /cut'], unavailable],
        ['CONNECT', { ':method': 'CONNECT', ':authority': 'a.example:443' }, '', [], errorOf(400, 'invalid_request')],
        ['300 kB', { ...post, 'content-length': '300000' }, 'a'.repeat(300_000), [], errorOf(413, 'payload_too_large')],
      ] as const;
      // HAProxy leaves a body that is too large to an instance.
      const ofProxy = rows.filter(([what]) => proxy === 'nginx' || what !== '300 kB');
      it.for(ofProxy)('gets an error in this format by HTTP/2: %s', async ([, headers, body, reached, error]) => {
        arrived.splice(0);
        expect(await sendByHttp2(headers, body)).toEqual(error);
        expect(arrived).toEqual(reached);
      });
    });
  },
  { timeout: 60_000 },
);
