import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, type RunningService, runToEnd, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { addPet, listPets, type Send, senderTo } from './send.ts';
import { needsProxies, type ProxyName, startProxy } from './start-proxy.ts';

const fewestRequests = 3_000;

/** Two instances on one SQLite file, each on a port of its own that it keeps when it is restarted. */
const startInstances = async (SHUTDOWN_DELAY_MS: string) => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const { key } = await issueKey({ SQLITE_FILE });
  const running = new Map<number, RunningService>();
  const start = async (port: number): Promise<void> => {
    running.set(port, await startService({ API_KEY: '', SQLITE_FILE, PORT: `${port}`, SHUTDOWN_DELAY_MS }));
  };
  const restart = async (port: number): Promise<void> => {
    expect(await running.get(port)?.stop()).toBe(0);
    await start(port);
  };
  const ports = [await freePort(), await freePort()] as const;
  for (const port of ports) await start(port);
  return { ports, apiKey: key, restart, SQLITE_FILE };
};

/**
 * Each proxy with the delay of a stop and the wait after a start, in milliseconds. HAProxy checks /readyz once a second and has
 * to notice both: the delay is that of `deploy/kubernetes`. On a busy machine a check may fail, and the next one comes a second
 * later. nginx notices nothing, and retries a request.
 */
const proxies: readonly (readonly [ProxyName, shutdownDelay: string, untilNoticed: number])[] = [
  ['nginx', '0', 0],
  ['haproxy', '7000', 5_000],
];

describeNeeding(needsProxies, 'Behind a proxy of deploy/proxy, the service', () => {
  it.each(proxies)(
    `%s: fails none of ${fewestRequests} requests while two instances are restarted one after another`,
    { timeout: 180_000 },
    async (proxy, shutdownDelay, untilNoticed) => {
      const { ports, apiKey, restart, SQLITE_FILE } = await startInstances(shutdownDelay);
      const { port } = await startProxy(proxy, ports);
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
    },
  );
});
