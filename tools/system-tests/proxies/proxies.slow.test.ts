import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, type RunningService, runToEnd, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { addPet, listPets, needsProxies, type ProxyName, type Send, senderTo, startProxy } from './start-proxy.ts';

const fewestRequests = 3_000;

/** Two instances on one SQLite file, each on a port of its own that it keeps when it is restarted. */
const startInstances = async (SHUTDOWN_DELAY_MS: string) => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const { key } = await issueKey({ SQLITE_FILE });
  const running = new Map<number, RunningService>();
  onTestFinished(() => {
    for (const { process } of running.values()) process.kill('SIGKILL');
  });
  const start = async (port: number): Promise<void> => {
    const env = { API_KEY: '', SQLITE_FILE, PORT: `${port}`, SHUTDOWN_DELAY_MS };
    running.set(port, await startService({ env }));
  };
  const restart = async (port: number): Promise<void> => {
    expect(await running.get(port)?.stop()).toBe(0);
    await start(port);
  };
  const ports = [await freePort(), await freePort()] as const;
  for (const port of ports) await start(port);
  return { ports, apiKey: key, restart, SQLITE_FILE };
};

/** A server that reads each request and then cuts its connection. It keeps the names of all requests that arrived. */
const startCutting = async (arrived: string[]): Promise<number> => {
  const server = createServer(async (request, response) => {
    if (request.url === '/readyz' || request.url === '/livez') return void response.end('{}');
    request.on('error', () => undefined).resume();
    await once(request, 'end').catch(() => undefined);
    arrived.push(String(request.headers['x-request-id']));
    request.socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
};

/**
 * Each proxy with the delay of a stop and the wait after a start, in milliseconds. Those that check /readyz once a second have
 * to notice both: the delay is that of `deploy/kubernetes`. On a busy machine a check may fail, and the next one comes a second
 * later. nginx notices nothing, and sends a request again.
 */
const proxies: readonly (readonly [ProxyName, shutdownDelay: string, untilNoticed: number])[] = [
  ['nginx', '0', 0],
  ['haproxy', '7000', 5_000],
  ['caddy', '7000', 5_000],
];

describeNeeding(needsProxies, 'Behind a proxy of deploy/proxy, the service', () => {
  it.each(proxies)(
    `%s: fails none of ${fewestRequests} requests while two instances are restarted one after another`,
    {
      timeout: 180_000,
    },
    async (proxy, shutdownDelay, untilNoticed) => {
      const { ports, apiKey, restart, SQLITE_FILE } = await startInstances(shutdownDelay);
      const { port, send } = await startProxy(proxy, ports);
      await pause(untilNoticed);
      let isDone = false;
      let count = 0;
      const failures: string[] = [];
      const ids: string[] = [];
      const sendOne = async (send: Send, isAddition: boolean): Promise<void> => {
        // A proxy that checks /readyz needs no retries.
        const key = untilNoticed > 0 && count % 2 === 0 ? undefined : randomUUID();
        const { status, body } = await send(isAddition ? addPet(apiKey, key) : listPets(apiKey));
        if (status !== (isAddition ? 201 : 200)) failures.push(`${isAddition ? 'POST' : 'GET'} ${status} ${body}`);
        else if (isAddition) ids.push(/"id":(\d+)/.exec(body)?.[1] ?? body);
      };
      // Each has an address of its own, because a proxy limits the requests of one.
      const lane = async (_: unknown, index: number): Promise<void> => {
        const sendOn = senderTo(port, https, `127.0.0.${index + 2}`);
        while (!isDone || count < fewestRequests) {
          count += 1;
          await sendOne(sendOn, count % 3 === 0).catch((error) => failures.push(String(error)));
          await pause(10);
        }
      };
      const lanes = Array.from({ length: 8 }, lane);
      for (const port of ports) {
        await restart(port);
        await pause(untilNoticed);
      }
      isDone = true;
      await Promise.all(lanes);

      expect(failures).toEqual([]);
      // A retried POST adds one animal.
      expect([ids.length, new Set(ids).size]).toEqual([Math.floor(count / 3), ids.length]);
      const { stdout } = await runToEnd({ args: ['export'], env: { SQLITE_FILE } });
      expect(stdout.split('\n').length - 1).toBe(ids.length);

      // The service decides about sizes, not the proxy.
      const sized = (bytes: number) => addPet(apiKey, randomUUID(), '{"name":"Rex","categoryId":1}'.padEnd(bytes));
      expect((await send(sized(64 * 1024))).status).toBe(201);
      const tooLarge = await send(sized(64 * 1024 + 1));
      expect([tooLarge.status, JSON.parse(tooLarge.body).code]).toEqual([413, 'payload_too_large']);
    },
  );

  it.each([
    ['nginx', 2],
    ['haproxy', 2],
    ['caddy', 1],
  ] as const)(
    '%s: gets a GET again if there was no response, and a POST at most if it has an Idempotency-Key',
    async (proxy, keyedPosts) => {
      const arrived: string[] = [];
      const { send } = await startProxy(proxy, [await startCutting(arrived), await startCutting(arrived)]);
      const attempts = async (request: Parameters<typeof send>[0]): Promise<number> => {
        arrived.splice(0);
        const id = randomUUID();
        // On a new connection: HAProxy cuts one that was used before, which tells a client to send the request again.
        const headers = { ...request.headers, 'X-Request-Id': id, Connection: 'close' };
        expect(await send({ ...request, headers })).toMatchObject({
          status: 503,
          headers: { 'content-type': 'application/json', 'retry-after': '1' },
          body: '{"code":"service_unavailable","message":"no instance of the service responds","status":503}',
        });
        expect(new Set(arrived)).toEqual(new Set([id]));
        return arrived.length;
      };
      expect(await attempts({ path: '/v1/pets' })).toBeGreaterThan(1);
      expect(await attempts(addPet('none', 'once'))).toBeGreaterThanOrEqual(keyedPosts);
      expect(await attempts(addPet('none'))).toBe(1);
    },
  );
});
