import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectByTls } from 'node:tls';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, makeApiKey, type RunningService, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { needsProxies, proxies } from './proxies.ts';
import { type ProxiedRequest, startProxy } from './start-proxy.ts';

/** How long each attack lasts, in milliseconds. */
const duration = 4_000;

/** An attacker. It connects from addresses other than that of the healthy client. */
interface Attacker {
  /** Opens a connection that drops its responses, or never reads them. */
  readonly open: (isDeaf?: boolean) => Promise<Socket>;
  readonly apiKey: string;
  readonly isOver: () => boolean;
}

const get = (apiKey: string): string =>
  `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: animals.example\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;

const post = (apiKey: string): string =>
  `POST /v1/pets HTTP/1.1\r\nHost: animals.example\r\nAuthorization: Bearer ${apiKey}\r\n` +
  'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Writes, and waits until the peer has taken it, for as long as the attack lasts. */
const write = async (socket: Socket, data: string, isOver: () => boolean): Promise<void> => {
  if (socket.write(data)) return;
  while (socket.writableNeedDrain && !socket.destroyed && !isOver()) await pause(20);
};

const lanes = (count: number, isOver: () => boolean, step: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) await step();
    }),
  );

const untilOver = async (isOver: () => boolean): Promise<void> => {
  while (!isOver()) await pause(50);
};

/** Sends a request again and again on each of some connections, without a wait for the response. */
const flood =
  (connections: number, message: (attacker: Attacker) => string) =>
  (attacker: Attacker): Promise<unknown> =>
    lanes(connections, attacker.isOver, async () => {
      const socket = await attacker.open();
      while (!socket.destroyed && !attacker.isOver()) {
        await write(socket, message(attacker), attacker.isOver);
        await pause(5);
      }
    });

const attacks: Readonly<Record<string, (attacker: Attacker) => Promise<unknown>>> = {
  '1,500 idle connections': async ({ open, isOver }) => {
    for (let opened = 0; opened < 1_500 && !isOver(); opened += 30) {
      await Promise.all(Array.from({ length: 30 }, () => open()));
    }
    await untilOver(isOver);
  },
  'slow headers': async ({ open, isOver }) => {
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open()));
    for (const byte of `GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(1_000)}`) {
      if (isOver()) return;
      for (const socket of sockets) socket.write(byte);
      await pause(200);
    }
  },
  'bodies in one-byte chunks': ({ open, apiKey, isOver }) =>
    lanes(20, isOver, async () => {
      const socket = await open();
      const answered = once(socket, 'data');
      await write(socket, `${post(apiKey)}${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`, isOver);
      await Promise.race([answered, once(socket, 'close'), untilOver(isOver)]).catch(() => undefined);
      socket.destroy();
    }),
  'pipelined requests that are not read': async ({ open, apiKey, isOver }) => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => open(true)));
    await Promise.all(sockets.map((socket) => write(socket, get(apiKey).repeat(5_000), isOver)));
    await untilOver(isOver);
  },
  'made-up keys': flood(50, () => get(makeApiKey()).repeat(10)),
  'one valid key at full speed': flood(50, ({ apiKey }) => get(apiKey).repeat(10)),
};

/** Runs an attack on a port, by TLS if a proxy is there, for as long as it may last. */
const run = async (attack: keyof typeof attacks, port: number, apiKey: string, isSecure: boolean): Promise<void> => {
  const end = performance.now() + duration;
  const isOver = (): boolean => performance.now() >= end;
  const sockets = new Set<Socket>();
  const open = (isDeaf = false): Promise<Socket> =>
    new Promise((resolve) => {
      const address = { port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (sockets.size % 3)}` };
      const plain = connect(address);
      const secure = { socket: plain, servername: 'animals.example', rejectUnauthorized: false };
      const socket = isSecure ? connectByTls(secure) : plain;
      sockets.add(socket);
      for (const each of [plain, socket]) each.on('error', () => socket.destroy());
      socket.once('close', () => resolve(socket));
      socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket));
      if (isDeaf) socket.pause();
      else socket.resume();
    });
  await Promise.race([attacks[attack]?.({ open, apiKey, isOver }), pause(2 * duration)]);
  for (const socket of sockets) socket.destroy();
};

type Send = (sent: ProxiedRequest) => Promise<{ readonly status?: number | undefined; readonly body: string }>;

/** A client from another address: 20 requests a second, each on a new connection. */
const beHealthy = async (send: Send, apiKey: string, isOver: () => boolean) => {
  const statuses: Record<string, number> = {};
  const acknowledged: string[] = [];
  const waiting: Promise<void>[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const body = `{"name":"Kim ${count}","categoryId":1}`;
    const headers = { Authorization: `Bearer ${apiKey}`, Connection: 'close' };
    const ofBody = { 'Content-Type': 'application/json', 'Content-Length': `${body.length}` };
    const sent: ProxiedRequest =
      count % 2 === 0
        ? { path: '/v1/pets?limit=5', headers }
        : { method: 'POST', path: '/v1/pets', headers: { ...headers, ...ofBody }, body };
    const tally = (outcome: string): void => {
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    };
    waiting.push(
      send(sent).then(
        (response) => {
          tally(String(response.status));
          if (response.status === 201) acknowledged.push(String(JSON.parse(response.body).id));
        },
        (error) => tally(String(error.code ?? error.message)),
      ),
    );
    await pause(50);
  }
  await Promise.all(waiting);
  return { statuses, acknowledged };
};

const directly =
  (origin: string): Send =>
  async ({ method = 'GET', path, headers = {}, body }) => {
    const sent = request(new URL(path, origin), { method, headers, agent: false, timeout: 10_000 });
    sent.once('timeout', () => sent.destroy(new Error('There was no response')));
    sent.end(body);
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    return { status: response.statusCode, body: await text(response) };
  };

/** A service on an SQLite file in a small heap, and keys of the healthy client and of the attacker. */
const startTarget = async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const keys = [(await issueKey({ SQLITE_FILE })).key, (await issueKey({ SQLITE_FILE })).key] as const;
  const env = { API_KEY: '', SQLITE_FILE, RATE_LIMIT: '6000/60s', NODE_OPTIONS: '--max-old-space-size=256' };
  const service = await startService({ env });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  return { service, keys };
};

/** The most memory that the process has used so far, in MiB. */
const peak = ({ process }: RunningService): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024;

/** The process has lived through the attack, and has lost nothing that it acknowledged. */
const expectAlive = async (service: RunningService, apiKey: string, acknowledged: readonly string[]): Promise<void> => {
  const send = directly(service.origin);
  const end = performance.now() + 15_000;
  let status: number | undefined;
  while (status !== 200 && performance.now() < end) {
    status = await send({ path: '/livez' }).then(
      (response) => response.status,
      () => pause(100).then(() => undefined),
    );
  }
  expect(status).toBe(200);
  expect(peak(service)).toBeLessThan(512);
  for (const id of acknowledged) {
    expect((await send({ path: `/v1/pets/${id}`, headers: { Authorization: `Bearer ${apiKey}` } })).status).toBe(200);
  }
};

const times = { timeout: 90_000 };

describeNeeding(needsProxies, 'An attack', () => {
  it.each(Object.keys(attacks))('of %s does not end the service, even without a proxy', times, async (attack) => {
    const { service, keys } = await startTarget();
    const [healthy, hostile] = keys;
    const ended = run(attack, Number(new URL(service.origin).port), hostile, false);
    const end = performance.now() + duration;
    const { acknowledged } = await beHealthy(directly(service.origin), healthy, () => performance.now() >= end);
    await ended;
    await expectAlive(service, healthy, acknowledged);
  });

  it.each([
    ...Object.keys(attacks).map((attack) => ['nginx', attack] as const),
    ['HAProxy', '1,500 idle connections'],
    ['HAProxy', 'one valid key at full speed'],
  ] as const)('through %s by %s costs another client no request', times, async (name, attack) => {
    const { service, keys } = await startTarget();
    const [healthy, hostile] = keys;
    const port = Number(new URL(service.origin).port);
    const proxy = await startProxy(proxies[name] as (typeof proxies)[string], [port, port]);
    onTestFinished(proxy.stop);
    const ended = run(attack, proxy.port, hostile, true);
    const end = performance.now() + duration;
    const { statuses, acknowledged } = await beHealthy(proxy.send, healthy, () => performance.now() >= end);
    await ended;
    expect(Object.keys(statuses).toSorted()).toEqual(['200', '201']);
    expect(acknowledged.length).toBeGreaterThan(15);
    await expectAlive(service, healthy, acknowledged);
  });

  it.each(['nginx', 'HAProxy'])(
    'by one address gets 429 in JSON from %s, and 201 after its wait',
    times,
    async (name) => {
      const { service, keys } = await startTarget();
      const port = Number(new URL(service.origin).port);
      const proxy = await startProxy(proxies[name] as (typeof proxies)[string], [port, port]);
      onTestFinished(proxy.stop);
      const body = '{"name":"Kim","categoryId":1}';
      const headers = {
        Authorization: `Bearer ${keys[0]}`,
        'Content-Type': 'application/json',
        'Content-Length': '29',
      };
      const add = () => proxy.send({ method: 'POST', path: '/v1/pets', headers, body });
      const all = await Promise.all(Array.from({ length: 600 }, add));
      const refused = all.find(({ status }) => status === 429);
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201, 429]));
      expect(refused?.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '2' });
      expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'rate_limited', status: 429 });
      await pause(Number(refused?.headers['retry-after']) * 1_000);
      expect((await add()).status).toBe(201);
    },
  );
});
