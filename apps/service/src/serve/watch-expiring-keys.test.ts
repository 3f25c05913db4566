import type { ApiKey, Instant, StoredApiKey } from '@animal-store/access';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchExpiringKeys } from './watch-expiring-keys.ts';

const day = 24 * 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const key = (id: string, times: object): ApiKey =>
  ({ id, label: 'ci', digest: id, created: 0, ...times }) as unknown as ApiKey;

const setUp = (...keys: readonly StoredApiKey[]) => {
  const state = { keys, isDown: false, lines: [] as unknown[] };
  const log = (...line: readonly unknown[]): void => void state.lines.push(line);
  const watch = watchExpiringKeys(
    { list: () => async () => (state.isDown ? E.left(repositoryUnavailable('away')) : E.right(state.keys)) },
    { now: () => Date.now() as Instant },
    { warn: log, error: log },
  );
  return { state, watch };
};

it('shows and logs the active keys that expire within 14 days, the next one first', async () => {
  const { state, watch } = setUp(
    key('c', { expires: 14 * day }),
    key('never', {}),
    key('later', { expires: 14 * day + 1 }),
    key('expired', { expires: 0 }),
    key('retiring', { expires: day, revoked: day }),
    { _tag: 'UnreadableApiKey', id: 'bad', reason: 'label is required' },
    key('a', { expires: day }),
  );
  await watch.start();
  expect([...watch.secondsLeft()]).toEqual([
    ['a', 86_400],
    ['c', 14 * 86_400],
  ]);
  const keys = [
    { id: 'a', expires: '1970-01-02T00:00:00.000Z' },
    { id: 'c', expires: '1970-01-15T00:00:00.000Z' },
  ];
  expect(state.lines).toEqual([
    [{ keys }, 'API keys expire within 14 days: animal-store keys rotate <id> replaces one'],
  ]);
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('looks every hour, logs once a day, and keeps what it knows during an outage', async () => {
  const { state, watch } = setUp(key('a', { expires: 2 * day }));
  await watch.start();
  state.isDown = true;
  await vi.advanceTimersByTimeAsync(day - 1);
  expect([watch.secondsLeft().size, state.lines.length]).toEqual([1, 1]);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(state.lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(day);
  expect(watch.secondsLeft().size).toBe(0);
});

it('shows at most ten keys', async () => {
  const { watch } = setUp(...Array.from({ length: 11 }, (_, n) => key(`k${n}`, { expires: day + n })));
  await watch.start();
  expect([...watch.secondsLeft().keys()]).toEqual(Array.from({ length: 10 }, (_, n) => `k${n}`));
});
