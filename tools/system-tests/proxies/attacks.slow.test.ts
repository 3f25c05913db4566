import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, makeApiKey, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addPet, listPets, openSocket, type Send, senderTo } from './send.ts';
import { needsProxies, startProxy } from './start-proxy.ts';

/** An attacker. It connects from addresses other than that of the healthy client. */
interface Attacker {
  /** Opens a connection that drops its responses, or never reads them. All are closed when the attack is over. */
  readonly open: (isDeaf?: boolean) => Promise<Socket>;
  readonly apiKey: string;
  readonly over: AbortSignal;
}

const access = (apiKey: string): string => `HTTP/1.1\r\nHost: animals.example\r\nAuthorization: Bearer ${apiKey}\r\n`;
const get = (apiKey: string): string => `GET /v1/pets?limit=100 ${access(apiKey)}\r\n`;
const post = (apiKey: string): string =>
  `POST /v1/pets ${access(apiKey)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

const all = <A>(count: number, one: () => Promise<A>): Promise<readonly A[]> =>
  Promise.all(Array.from({ length: count }, one));

/** Sends requests again and again on each of 50 connections, without a wait for the response. */
const flood =
  (keyOf: (apiKey: string) => string) =>
  ({ open, apiKey, over }: Attacker): Promise<unknown> =>
    all(50, async () => {
      while (!over.aborted) {
        const socket = await open();
        while (!socket.destroyed) {
          if (!socket.writableNeedDrain) socket.write(get(keyOf(apiKey)).repeat(10));
          await pause(socket.writableNeedDrain ? 20 : 5);
        }
      }
    });

const attacks: Readonly<Record<string, (attacker: Attacker) => Promise<unknown>>> = {
  '1,500 idle connections': async ({ open, over }) => {
    for (let opened = 0; opened < 1_500 && !over.aborted; opened += 30) await all(30, () => open());
  },
  'slow headers': async ({ open, over }) => {
    const sockets = await all(500, () => open());
    for (let sent = 'GET /v1/pets HTTP/1.1\r\nX: '; !over.aborted; sent = 'x') {
      for (const socket of sockets) socket.write(sent);
      await pause(200);
    }
  },
  'bodies in one-byte chunks': ({ open, apiKey, over }) =>
    all(10, async () => {
      while (!over.aborted) {
        const socket = await open();
        let isAnswered = false;
        socket.once('data', () => {
          isAnswered = true;
        });
        socket.write(`${post(apiKey)}${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`);
        while (!socket.destroyed && (socket.writableNeedDrain || !isAnswered)) await pause(20);
        socket.destroy();
      }
    }),
  'pipelined requests that are not read': async ({ open, apiKey }) => {
    for (const socket of await all(4, () => open(true))) socket.write(get(apiKey).repeat(5_000));
  },
  'made-up keys': flood(makeApiKey),
  'one valid key at full speed': flood((apiKey) => apiKey),
};

/** Runs an attack on a port, by TLS if a proxy is there, until it is over. */
const run = async (attack: string, port: number, apiKey: string, isSecure: boolean, over: AbortSignal) => {
  const sockets = new Set<Socket>();
  const open = (isDeaf = false): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = openSocket(port, { isSecure, from: `127.0.0.${2 + (sockets.size % 3)}` });
      sockets.add(socket);
      socket.once('close', () => resolve(socket));
      socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket));
      if (isDeaf) socket.pause();
      else socket.resume();
    });
  const attacked = attacks[attack]?.({ open, apiKey, over });
  await once(over, 'abort');
  for (const socket of sockets) socket.destroy();
  await attacked;
};

/**
 * A client from another address: 60 requests, 20 a second, each on a new connection. Aborts the attack once all are sent.
 * Returns the status and the body of each success, and the outcome of the others.
 */
const beHealthy = async (send: Send, apiKey: string, attack: AbortController) => {
  const sent: Promise<readonly [outcome: string, body?: string]>[] = [];
  while (sent.length < 60) {
    const request = sent.length % 2 === 0 ? listPets(apiKey) : addPet(apiKey);
    sent.push(
      send({ ...request, headers: { ...request.headers, Connection: 'close' } }).then(
        ({ status, body }) => (status < 300 ? [`${status}`, body] : [`${status} ${body}`]),
        (error) => [String(error.code ?? error.message)],
      ),
    );
    await pause(50);
  }
  attack.abort();
  return Promise.all(sent);
};

describeNeeding(needsProxies, 'An attack', () => {
  describe.each([
    ['no proxy', Object.keys(attacks)],
    ['nginx', Object.keys(attacks)],
    ['haproxy', ['1,500 idle connections', 'one valid key at full speed']],
  ] as const)('through %s', (proxy, names) => {
    const atEnd = afterGroup();
    let healthy: string;
    let hostile: string;
    let pid: number | undefined;
    let direct: Send;
    let front: { readonly port: number; readonly send: Send };

    beforeAll(async () => {
      const SQLITE_FILE = join(temporaryFolder(atEnd), 'animals.db');
      healthy = (await issueKey({ SQLITE_FILE })).key;
      hostile = (await issueKey({ SQLITE_FILE })).key;
      const env = { API_KEY: '', SQLITE_FILE, RATE_LIMIT: '6000/60s', NODE_OPTIONS: '--max-old-space-size=256' };
      const service = await startService(env, atEnd);
      pid = service.process.pid;
      const port = Number(new URL(service.origin).port);
      direct = senderTo(port, undefined, undefined, atEnd);
      front = proxy === 'no proxy' ? { port, send: direct } : await startProxy(proxy, [port, port], atEnd);
    }, 60_000);

    const isAlive = () =>
      direct({ path: '/livez' }).then(
        ({ status }) => status === 200,
        () => false,
      );
    const what = proxy === 'no proxy' ? 'does not end the service' : 'costs another client no request';

    it.each(names)(`of %s ${what}`, { timeout: 60_000 }, async (attack) => {
      const attacking = new AbortController();
      const attacked = run(attack, front.port, hostile, proxy !== 'no proxy', attacking.signal);
      const outcomes = await beHealthy(front.send, healthy, attacking);
      await attacked;
      await vi.waitUntil(isAlive, 15_000);
      if (proxy !== 'no proxy') expect(new Set(outcomes.map(([outcome]) => outcome))).toEqual(new Set(['200', '201']));
      // It has lost nothing that it acknowledged, and has stayed in 512 MiB.
      const { headers = {} } = listPets(healthy);
      for (const [outcome, body = ''] of outcomes)
        if (outcome === '201')
          expect((await direct({ path: `/v1/pets/${JSON.parse(body).id}`, headers })).status).toBe(200);
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      expect(Number(peak)).toBeLessThan(512 * 1024);
    });
  });
});
