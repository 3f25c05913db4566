import { randomUUID } from 'node:crypto';
import { afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, spell } from './exchange.ts';
import { cut, respond, startInstance } from './instances.ts';
import { needsProxies, startProxy } from './start-proxy.ts';

const send = (method: string, ...headers: readonly string[]): string =>
  spell(`${method} /v1/pets HTTP/1.1`, ['Content-Length: 2', ...headers], '{}');

describeNeeding(needsProxies, 'Behind', () => {
  describe.each([
    ['nginx', 2],
    ['haproxy', 4],
  ] as const)('%s', (proxy, all) => {
    const atEnd = afterGroup();
    const arrived: unknown[] = [];
    let port: number;

    beforeAll(async () => {
      const dying = await startInstance((response, request) => {
        arrived.push(request.headers['x-request-id']);
        return cut(response, request);
      }, atEnd);
      port = (await startProxy(proxy, [dying, dying], atEnd)).port;
    }, 60_000);

    it.each([
      ['GET', undefined, all],
      ['PUT', undefined, all],
      ['DELETE', undefined, all],
      ['POST', undefined, 1],
      ['PATCH', undefined, 1],
      ['POST', 'a', all],
      ['PATCH', 'a', all],
      // Values that a condition could take for none.
      ['POST', '0', all],
      ['POST', 'false', all],
    ] as const)('instances that cut %s with the key %s get it %i times', async (method, key, times) => {
      arrived.splice(0);
      const id = randomUUID();
      const request = send(method, `X-Request-Id: ${id}`, ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]));
      expect(await exchange(port, request)).toBe('503 service_unavailable retry-after=1 cors');
      expect(arrived).toEqual(Array(times).fill(id));
    });

    it('any request goes to the other instance while one is down', { timeout: 60_000 }, async () => {
      const front = await startProxy(proxy, [await freePort(), await startInstance(respond)]);
      const sent = Array.from({ length: 4 }, () => exchange(front.port, send('POST')));
      expect(await Promise.all(sent)).toEqual(Array(4).fill('200'));
    });
  });
});
