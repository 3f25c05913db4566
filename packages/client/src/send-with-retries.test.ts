import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rejection } from '../test/rejection.ts';
import { AnimalStoreError } from './animal-store-error.ts';
import type { ApiAnswer } from './exchange.ts';
import { type RetryOptions, sendWithRetries } from './send-with-retries.ts';

type Outcome = ApiAnswer | AnimalStoreError;

const options: RetryOptions = { timeout: 30_000, attemptTimeout: 10_000, retries: 3, signal: undefined };
const ok: ApiAnswer = { status: 200, headers: new Headers(), text: '' };
const lost = new AnimalStoreError('connection_failed', 'lost');
const answered = (status: number, headers: Record<string, string> = {}): ApiAnswer => ({
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

/** What came of it, and when each try began and how long it might take, in milliseconds: `150 for 10000`. */
interface Run {
  readonly outcome: Outcome;
  readonly tries: readonly string[];
  readonly ended: number;
}

/** Each try takes its time and has its outcome; the last one is that of all further tries. */
const run = async (
  outcomes: readonly (readonly [outcome: Outcome, takes: number])[],
  changes: Partial<RetryOptions> = {},
): Promise<Run> => {
  const start = performance.now();
  const tries: string[] = [];
  const running = sendWithRetries(
    async (limit) => {
      tries.push(`${performance.now() - start} for ${limit}`);
      const [outcome, takes] = outcomes[Math.min(tries.length, outcomes.length) - 1] ?? [ok, 0];
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return outcome;
    },
    { ...options, ...changes },
  );
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return { outcome: await running, tries, ended: performance.now() - start };
};

describe('sendWithRetries', () => {
  test.each([200, 201, 304, 400, 401, 404, 408, 409, 410, 422, 425, 431, 500, 501, 505])(
    'does not repeat after %d',
    async (status) => {
      const outcome = answered(status, { 'Retry-After': '1' });
      expect(await run([[outcome, 5]])).toEqual({ outcome, tries: ['0 for 10000'], ended: 5 });
    },
  );

  test.each([429, 502, 503, 504])('repeats after %d, at most three times, ever more slowly', async (status) => {
    const outcome = answered(status);
    expect(await run([[outcome, 0]])).toEqual({
      outcome,
      tries: [0, 150, 150 + 300, 150 + 300 + 600].map((begun) => `${begun} for 10000`),
      ended: 1050,
    });
  });

  test('repeats after a lost connection', async () => {
    const takes10 = [lost, ok].map((outcome) => [outcome, 10] as const);
    expect(await run(takes10)).toEqual({ outcome: ok, tries: ['0 for 10000', '160 for 10000'], ended: 170 });
  });

  test('waits as long as Retry-After says, and a little by chance', async () => {
    const { tries, outcome } = await run([
      [answered(503, { 'Retry-After': '2' }), 0],
      [answered(429, { 'Retry-After': '1' }), 0],
      [ok, 0],
    ]);
    expect(outcome).toBe(ok);
    expect(tries).toEqual(['0 for 10000', '2050 for 10000', '3150 for 10000']);
  });

  test('does not wait when the time would be over', async () => {
    const outcome = answered(503, { 'Retry-After': '30' });
    expect(await run([[outcome, 0]], { timeout: 30_050 })).toEqual({ outcome, tries: ['0 for 10000'], ended: 0 });
  });

  test('gives no try more time than there is', async () => {
    const late = [10_000, 10_000, 9550].map((takes) => [lost, takes] as const);
    const { tries, ended } = await run(late, { retries: 9 });
    expect(tries).toEqual(['0 for 10000', '10150 for 10000', '20450 for 9550']);
    expect(ended).toBe(30_000);
  });

  test('does not repeat when it is not to', async () => {
    expect(await run([[lost, 0]], { retries: 0 })).toEqual({ outcome: lost, tries: ['0 for 10000'], ended: 0 });
  });

  test('knows no end of time when there is to be none', async () => {
    const { tries, outcome } = await run(
      [
        [answered(503, { 'Retry-After': '86400' }), 0],
        [ok, 0],
      ],
      { timeout: Number.POSITIVE_INFINITY, attemptTimeout: Number.POSITIVE_INFINITY },
    );
    expect(outcome).toBe(ok);
    expect(tries).toEqual(['0 for Infinity', '86400050 for Infinity']);
  });

  test('ends at once when the caller ends it while it waits', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 40);
    const start = performance.now();
    expect(await rejection(run([[lost, 0]], { signal: controller.signal }))).toBe('enough');
    expect(performance.now() - start).toBe(40);
  });
});
