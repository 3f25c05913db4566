import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { describeNeeding } from '@animal-store/testkit/needs';
import { expect, it, onTestFinished } from 'vitest';
import { apiKey, exchange, page, spell } from './exchange.ts';
import { hang, respond, startInstance } from './instances.ts';
import { addPet, openSocket, senderTo } from './send.ts';
import { needsProxies, startProxy } from './start-proxy.ts';

const all = <A>(count: number, one: () => Promise<A>): Promise<A>[] => Array.from({ length: count }, one);

describeNeeding(
  needsProxies,
  'Of one address',
  () => {
    it.each(['nginx', 'haproxy'] as const)(
      '%s refuses too many requests, and takes more after the wait',
      async (proxy) => {
        // In this process, so that a busy machine keeps it from responding no longer than the client.
        const instance = await startInstance(respond);
        const { port } = await startProxy(proxy, [instance, instance]);
        const send = senderTo(port, https, '127.0.0.2');
        const request = addPet(apiKey);
        const ofPage = { ...request, headers: { ...request.headers, Origin: page } };
        let responses: Awaited<ReturnType<typeof send>>[] = [];
        // A busy machine needs more of them to exceed a rate.
        while (responses.length < 3_000 && responses.every(({ status }) => status === 200))
          responses = responses.concat(await Promise.all(all(600, () => send(ofPage))));
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
        expect((await send(request)).status).toBe(200);
      },
    );

    it('nginx refuses more than 100 requests at a time', async () => {
      const instance = await startInstance(hang);
      const { port } = await startProxy('nginx', [instance, instance]);
      const request = spell('GET /v1/pets HTTP/1.1');
      expect(await Promise.race(all(101, () => exchange(port, request)))).toBe('429 rate_limited retry-after=2 cors');
    });

    it('HAProxy closes more than 100 connections', async () => {
      const instance = await startInstance(respond);
      const { port } = await startProxy('haproxy', [instance, instance]);
      const opened = all(101, () => {
        const socket = openSocket(port, { isSecure: true, from: '127.0.0.3' });
        onTestFinished(() => void socket.destroy());
        return new Promise<string>((resolve) => {
          for (const event of ['secureConnect', 'close']) socket.once(event, () => resolve(event));
        });
      });
      expect((await Promise.all(opened)).toSorted()).toEqual(['close', ...Array(100).fill('secureConnect')]);
    });
  },
  { timeout: 60_000 },
);
