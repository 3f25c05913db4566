import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rejection } from '../test/rejection.ts';
import { AnimalStoreError } from './animal-store-error.ts';
import { type RetryOptions, sendWithRetries } from './send-with-retries.ts';
import type { ApiResponse } from './transport.ts';

type Outcome = ApiResponse | AnimalStoreError;

const options: RetryOptions = { timeout: 30_000, attemptTimeout: 10_000, retries: 3, signal: undefined };
const ok: ApiResponse = { status: 200, headers: new Headers(), text: '' };
const lost = new AnimalStoreError('connection_failed', 'lost');
const responded = (status: number, headers: Record<string, string> = {}): ApiResponse => ({
  status,
  headers: new Headers(headers),
  text: '',
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The outcome, and the start and the time limit of each attempt in milliseconds, such as `150 for 10000`. */
interface Run {
  readonly outcome: Outcome;
  readonly attempts: readonly string[];
  readonly ended: number;
}

type Timed = readonly [outcome: Outcome, takes: number];

/** Runs attempts that have these outcomes after these milliseconds. Further attempts are like the last one. */
const run = async (outcomes: readonly Timed[], changes: Partial<RetryOptions> = {}): Promise<Run> => {
  const start = performance.now();
  const attempts: string[] = [];
  const running = sendWithRetries(
    async (limit) => {
      attempts.push(`${performance.now() - start} for ${limit}`);
      const [outcome, takes] = outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? [ok, 0];
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return outcome;
    },
    { ...options, ...changes },
  );
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return { outcome: await running, attempts, ended: performance.now() - start };
};

test.each([201, 304, 404, 408, 500, 505])('does not retry after %d', async (status) => {
  const outcome = responded(status, { 'Retry-After': '1' });
  expect(await run([[outcome, 5]])).toEqual({ outcome, attempts: ['0 for 10000'], ended: 5 });
});

test.each([429, 502, 503, 504])('retries after %d, at most three times, with growing delays', async (status) => {
  const outcome = responded(status);
  expect(await run([[outcome, 0]])).toEqual({
    outcome,
    attempts: [0, 150, 150 + 300, 150 + 300 + 600].map((begun) => `${begun} for 10000`),
    ended: 1050,
  });
});

const unlimited = { timeout: Number.POSITIVE_INFINITY, attemptTimeout: Number.POSITIVE_INFINITY };
const after = (seconds: number): ApiResponse => responded(503, { 'Retry-After': String(seconds) });

test.each<readonly [what: string, outcomes: readonly Timed[], changes: Partial<RetryOptions>, attempts: string]>([
  [
    'retries after a lost connection',
    [
      [lost, 10],
      [ok, 10],
    ],
    {},
    '0 for 10000, 160 for 10000',
  ],
  [
    'waits as Retry-After says',
    [
      [after(2), 0],
      [after(1), 0],
      [ok, 0],
    ],
    {},
    '0 for 10000, 2050 for 10000, 3150 for 10000',
  ],
  ['does not wait beyond the time limit', [[after(30), 0]], { timeout: 30_050 }, '0 for 10000'],
  ['limits an attempt to the remaining time', [[lost, 10_000]], { timeout: 15_000 }, '0 for 10000, 10150 for 4850'],
  [
    'waits without limit',
    [
      [after(86_400), 0],
      [ok, 0],
    ],
    unlimited,
    '0 for Infinity, 86400050 for Infinity',
  ],
])('%s', async (_, outcomes, changes, attempts) => {
  const ran = await run(outcomes, changes);
  expect([ran.attempts.join(', '), ran.outcome]).toEqual([attempts, outcomes.at(-1)?.[0]]);
});

test('ends at once if the caller aborts it while it waits', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort('enough'), 40);
  const start = performance.now();
  expect(await rejection(run([[lost, 0]], { signal: controller.signal }))).toBe('enough');
  expect(performance.now() - start).toBe(40);
});
