import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, runToEnd, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needsProxies, proxies, type ShippedProxy } from './proxies.ts';
import { type ProxiedRequest, startProxy } from './start-proxy.ts';

const fewestRequests = 3_000;

/**
 * Longer than a proxy needs to notice that an instance is unready, and that a new one is ready, if it checks that. The delay is
 * that of `deploy/kubernetes`. On a busy machine a check may fail, and the next one comes a second later.
 */
const times = ({ checks }: ShippedProxy) => ({ shutdownDelay: checks ? 7_000 : 0, untilNoticed: checks ? 5_000 : 0 });

const named = (name: string): string => JSON.stringify({ name, categoryId: 1 });

const addPet = (apiKey: string, idempotencyKey?: string, body = named('Rex')): ProxiedRequest => ({
  method: 'POST',
  path: '/v1/pets',
  headers: {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    'Content-Length': `${body.length}`,
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  },
  body,
});

/** Two instances on one SQLite file, each on a port of its own that it keeps when it is restarted. */
const startInstances = async (shutdownDelay: number) => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const ports = [await freePort(), await freePort()] as const;
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runToEnd({ form: 'built', args, env: { SQLITE_FILE } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const { key } = JSON.parse(await run('keys', 'issue', '--label', 'test', '--json')) as { readonly key: string };
  const running = new Map<number, RunningService>();
  onTestFinished(() => {
    for (const { process } of running.values()) process.kill('SIGKILL');
  });
  const start = async (port: number): Promise<void> => {
    const env = { API_KEY: '', SQLITE_FILE, PORT: `${port}`, SHUTDOWN_DELAY_MS: `${shutdownDelay}`, LOG_LEVEL: 'info' };
    running.set(port, await startService({ form: 'built', env }));
  };
  const restart = async (port: number): Promise<void> => {
    expect(await running.get(port)?.stop()).toBe(0);
    await start(port);
  };
  for (const port of ports) await start(port);
  return { ports, apiKey: key, restart, run };
};

/** Servers that read each request and then cut its connection. They return the names of all requests that arrived. */
const startCutting = async () => {
  const arrived: string[] = [];
  const start = async (): Promise<number> => {
    const server: Server = createServer(async (request, response) => {
      if (request.url === '/readyz' || request.url === '/livez') return void response.end('{}');
      request.on('error', () => undefined).resume();
      await once(request, 'end').catch(() => undefined);
      arrived.push(String(request.headers['x-request-id']));
      request.socket.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return (server.address() as AddressInfo).port;
  };
  return { ports: [await start(), await start()] as const, arrived };
};

const describeProxy = (name: string, shipped: ShippedProxy): void => {
  describe(name, () => {
    it(`fails none of ${fewestRequests} requests while two instances are restarted one after another`, {
      timeout: 180_000,
    }, async () => {
      const { shutdownDelay, untilNoticed } = times(shipped);
      const { ports, apiKey, restart, run } = await startInstances(shutdownDelay);
      const started = await startProxy(shipped, ports, true);
      onTestFinished(started.stop);
      await pause(untilNoticed);
      let isDone = false;
      let count = 0;
      const failures: string[] = [];
      const ids: string[] = [];
      const send = async (isAddition: boolean): Promise<void> => {
        const list = { path: '/v1/pets?limit=5', headers: { Authorization: `Bearer ${apiKey}` } };
        // A proxy that checks /readyz needs no retries.
        const key = shipped.checks && count % 2 === 0 ? undefined : randomUUID();
        const { status, body } = await started.send(isAddition ? addPet(apiKey, key) : list);
        if (status !== (isAddition ? 201 : 200)) failures.push(`${isAddition ? 'POST' : 'GET'} ${status} ${body}`);
        else if (isAddition) ids.push(/"id":(\d+)/.exec(body)?.[1] ?? body);
      };
      const lane = async (): Promise<void> => {
        while (!isDone || count < fewestRequests) {
          count += 1;
          await send(count % 3 === 0).catch((error) => failures.push(String(error)));
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
      expect(count).toBeGreaterThanOrEqual(fewestRequests);
      // A retried POST adds one animal.
      expect([ids.length, new Set(ids).size]).toEqual([Math.floor(count / 3), ids.length]);
      expect((await run('export')).split('\n').length - 1).toBe(ids.length);

      // The service decides about sizes, not the proxy.
      const sized = (bytes: number) => addPet(apiKey, randomUUID(), named('Rex').padEnd(bytes));
      expect((await started.send(sized(64 * 1024))).status).toBe(201);
      const tooLarge = await started.send(sized(64 * 1024 + 1));
      expect([tooLarge.status, JSON.parse(tooLarge.body).code]).toEqual([413, 'payload_too_large']);
    });

    it('sends a GET again if there was no response, and a POST at most if it has an Idempotency-Key', async () => {
      const { ports, arrived } = await startCutting();
      const started = await startProxy(shipped, ports);
      onTestFinished(started.stop);
      const attempts = async (sent: ProxiedRequest): Promise<number> => {
        arrived.splice(0);
        const id = randomUUID();
        // On a new connection: HAProxy cuts one that was used before, which tells a client to send the request again.
        const headers = { ...sent.headers, 'X-Request-Id': id, Connection: 'close' };
        const response = await started.send({ ...sent, headers });
        expect(response).toMatchObject({
          status: 503,
          headers: { 'content-type': 'application/json', 'retry-after': '1' },
          body: '{"code":"service_unavailable","message":"no instance of the service responds","status":503}',
        });
        expect(new Set(arrived)).toEqual(new Set([id]));
        return arrived.length;
      };
      expect(await attempts({ path: '/v1/pets' })).toBeGreaterThan(1);
      expect(await attempts(addPet('none', 'once'))).toBeGreaterThanOrEqual(shipped.keyedPosts);
      expect(await attempts(addPet('none'))).toBe(1);
    });
  });
};

describeNeeding(needsProxies, 'Behind the proxies of deploy/proxy, the service', () => {
  for (const [name, shipped] of Object.entries(proxies)) describeProxy(name, shipped);
});
