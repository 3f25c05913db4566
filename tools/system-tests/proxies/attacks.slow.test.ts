import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectByTls } from 'node:tls';
import { eventually } from '@animal-store/testkit/eventually';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, makeApiKey, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { addPet, listPets, needsProxies, type Send, senderTo, startProxy } from './start-proxy.ts';

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
      const plain = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (sockets.size % 3)}` });
      const secure = { socket: plain, servername: 'animals.example', rejectUnauthorized: false };
      const socket = isSecure ? connectByTls(secure) : plain;
      sockets.add(socket);
      for (const each of [plain, socket]) each.on('error', () => socket.destroy());
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

/** A client from another address: 20 requests a second, each on a new connection. Returns its statuses or errors. */
const beHealthy = async (send: Send, apiKey: string, over: AbortSignal) => {
  const waiting: Promise<readonly [outcome: string, body?: string]>[] = [];
  for (let count = 0; !over.aborted; count += 1) {
    const request = count % 2 === 0 ? listPets(apiKey) : addPet(apiKey);
    waiting.push(
      send({ ...request, headers: { ...request.headers, Connection: 'close' } }).then(
        ({ status, body }) => [String(status), body],
        (error) => [String(error.code ?? error.message)],
      ),
    );
    await pause(50);
  }
  return Promise.all(waiting);
};

/** A service on an SQLite file in a small heap, and keys of the healthy client and of the attacker. */
const startTarget = async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const healthy = (await issueKey({ SQLITE_FILE })).key;
  const hostile = (await issueKey({ SQLITE_FILE })).key;
  const env = { API_KEY: '', SQLITE_FILE, RATE_LIMIT: '6000/60s', NODE_OPTIONS: '--max-old-space-size=256' };
  const { process, origin } = await startService({ env });
  onTestFinished(() => void process.kill('SIGKILL'));
  const port = Number(new URL(origin).port);
  return { pid: process.pid, port, healthy, hostile };
};

/**
 * Attacks a service through a proxy, or directly. Returns the statuses of another client. The process has lived through it in
 * 512 MiB, and has lost nothing that it acknowledged.
 */
const survive = async (attack: string, proxy?: 'nginx' | 'haproxy'): Promise<readonly string[]> => {
  const { pid, port, healthy, hostile } = await startTarget();
  const direct = senderTo(port);
  const front = proxy === undefined ? { port, send: direct } : await startProxy(proxy, [port, port]);
  const over = AbortSignal.timeout(4_000);
  const attacked = run(attack, front.port, hostile, proxy !== undefined, over);
  const outcomes = await beHealthy(front.send, healthy, over);
  await attacked;
  const isAlive = () =>
    direct({ path: '/livez' }).then(
      ({ status }) => status === 200 || undefined,
      () => undefined,
    );
  await eventually(15_000, isAlive);
  expect(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])).toBeLessThan(512 * 1024);
  const { headers } = listPets(healthy);
  for (const [outcome, body = ''] of outcomes)
    if (outcome === '201')
      expect((await direct({ path: `/v1/pets/${JSON.parse(body).id}`, headers: headers ?? {} })).status).toBe(200);
  return outcomes.map(([outcome]) => outcome);
};

describeNeeding(
  needsProxies,
  'An attack',
  () => {
    it.each(Object.keys(attacks))('of %s does not end the service, even without a proxy', async (attack) => {
      expect((await survive(attack)).length).toBeGreaterThan(0);
    });

    it.each([
      ...Object.keys(attacks).map((attack) => ['nginx', attack] as const),
      ['haproxy', '1,500 idle connections'],
      ['haproxy', 'one valid key at full speed'],
    ] as const)('through %s by %s costs another client no request', async (proxy, attack) => {
      const statuses = await survive(attack, proxy);
      expect([...new Set(statuses)].toSorted()).toEqual(['200', '201']);
      expect(statuses.length).toBeGreaterThan(30);
    });

    it.each(['nginx', 'haproxy'] as const)(
      'by one address gets 429 in JSON from %s, and 201 after its wait',
      async (proxy) => {
        const { port, healthy } = await startTarget();
        const { send } = await startProxy(proxy, [port, port]);
        const responses = await all(600, () => send(addPet(healthy)));
        const refused = responses.find(({ status }) => status === 429);
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 429]));
        expect(refused?.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '2' });
        expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'rate_limited', status: 429 });
        await pause(2_000);
        expect((await send(addPet(healthy))).status).toBe(201);
      },
    );
  },
  { timeout: 90_000 },
);
