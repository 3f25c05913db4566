import { request } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A service that gets load. */
export interface Target {
  readonly origin: string;
  readonly apiKey: string;
}

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
}

/** The kinds of calls, each as often as its first number says. */
const mix: readonly (readonly [share: number, call: (number: number, key: string) => Call])[] = [
  [50, (_, key) => ({ path: '/v1/pets?status=available', key })],
  [25, (number, key) => ({ path: `/v1/pets/${(number % 100) + 1}`, key })],
  [
    20,
    (number, key) => ({
      method: 'POST',
      path: '/v1/pets',
      key,
      body: JSON.stringify({ name: `Rex ${number}`, categoryId: number, status: 'available' }),
    }),
  ],
  [2, (_, key) => ({ path: '/v1/pets?limit=1000', key })],
  [2, () => ({ path: '/v1/pets' })],
  [1, () => ({ path: '/v1/pets', key: 'ask_of_another_service' })],
];

const calls = mix.flatMap(([share, call]) => Array.from({ length: share }, () => call));

const call = ({ origin, apiKey }: Target, number: number): void => {
  // 37 and 100 have no common factor, so that the kinds take turns.
  const { method = 'GET', path, key, body } = calls[(number * 37) % calls.length]?.(number, apiKey) ?? { path: '/' };
  const headers = {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  // A stopped instance is part of the picture.
  request(`${origin}${path}`, { method, headers }, (response) => response.resume())
    .on('error', () => undefined)
    .end(body);
};

const sendGarbage = ({ origin }: Target): void => {
  const { hostname, port } = new URL(origin);
  createConnection(Number(port), hostname)
    .on('error', () => undefined)
    .end('GET / HTTP/1.1\r\nHost\r\n\r\n');
};

/**
 * Sends requests to services in turn for a time, at a rate that rises and falls between 20 and 120 a second. It does
 * not wait for responses, like clients that do not know each other. Throws an Error if this process could not run for
 * some seconds, because the load then had a gap.
 */
export const runLoad = async (targets: readonly Target[], seconds: number): Promise<void> => {
  const began = performance.now();
  let sent = 0;
  let due = 0;
  for (let [before, elapsed] = [0, 0]; elapsed < seconds; ) {
    if (elapsed - before > 3) throw new Error('this machine was too busy or suspended: run it again');
    due += (elapsed - before) * (70 - 50 * Math.cos((2 * Math.PI * elapsed) / 60));
    for (; sent < due; sent += 1) {
      const target = targets[sent % targets.length];
      if (target !== undefined) (sent % 200 === 99 ? sendGarbage : call)(target, sent);
    }
    await pause(50);
    [before, elapsed] = [elapsed, (performance.now() - began) / 1000];
  }
};
