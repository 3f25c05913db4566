import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchReadiness } from './watch-readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const ping = vi.fn((): Promise<E.Either<RepositoryUnavailable, void>> => Promise.resolve(E.right(undefined)));
  const lines: unknown[] = [];
  const log =
    (level: string) =>
    (...line: readonly unknown[]): void =>
      void lines.push([level, ...line]);
  const watch = watchReadiness({ ping }, 'the store', { info: log('info'), warn: log('warn') });
  const fail = (reason: string) => ping.mockResolvedValue(E.left(repositoryUnavailable(new Error(reason))));
  return { ping, watch, lines, fail };
};

it('logs once that the store is not ready, and once that it is ready again, with no probe, though the clock is set back', async () => {
  const { watch, lines, fail, ping } = setUp();
  expect(watch.isReady()).toBe(false);
  await watch.start();
  expect([watch.isReady(), watch.reason()]).toEqual([true, undefined]);
  fail('no primary');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([watch.isReady(), watch.reason()]).toEqual([false, 'no primary']);
  fail('refused');
  vi.setSystemTime(Date.now() - 7_200_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.reason()).toBe('refused');
  ping.mockResolvedValue(E.right(undefined));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual([
    ['warn', { reason: 'no primary' }, 'the store is not ready: requests that need it get 503 until it is'],
    ['info', { downFor: 15_000 }, 'the store is ready again'],
  ]);
});

it('asks the store at most once a second, for all probes together', async () => {
  const { watch, ping, fail } = setUp();
  expect(await Promise.all([watch.check(), watch.check()])).toEqual([true, true]);
  fail('refused');
  await vi.advanceTimersByTimeAsync(999);
  expect([await watch.check(), ping.mock.calls.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await watch.check(), ping.mock.calls.length]).toEqual([false, 2]);
});

it('is not ready while a check is late, or throws', async () => {
  const { watch, ping } = setUp();
  ping.mockReturnValueOnce(new Promise(() => undefined));
  const late = watch.check();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await late, watch.reason()]).toEqual([false, 'no response within 1000 ms']);
  ping.mockRejectedValueOnce(new Error('a bug'));
  expect([await watch.check(), watch.reason()]).toEqual([false, 'a bug']);
});

it('is not ready once it stops, checks no more and logs nothing about it', async () => {
  const { watch, lines } = setUp();
  await watch.start();
  await vi.advanceTimersByTimeAsync(1_000);
  const late = watch.check();
  watch.stop();
  expect([await late, await watch.check(), watch.reason()]).toEqual([false, false, 'the service is stopping']);
  expect([vi.getTimerCount(), lines]).toEqual([0, []]);
});
