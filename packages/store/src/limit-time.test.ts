import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AssertInTime, assertTimeLimit, limitTime } from './limit-time.ts';

describe('limitTime', () => {
  it('gives the outcome of an operation that ends in time, or its bug, and leaves no timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    expect(await limitTime(100)(TE.left('full'))()).toEqual(E.left('full'));
    await expect(limitTime(100)(() => Promise.reject(new Error('a bug')))()).rejects.toEqual(new Error('a bug'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails with RepositoryUnavailable when the time is over, and ignores how the operation ends', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { promise, reject } = Promise.withResolvers<E.Either<never, string>>();
    const late = Object.assign(new Error('no response within 100 ms'), { code: 'ETIMEDOUT' });
    const assertInTime = vi.fn<AssertInTime>();
    const limited = limitTime(100)((assert) => {
      assertInTime.mockImplementation(assert);
      return promise;
    })();
    await vi.advanceTimersByTimeAsync(99);
    expect(assertInTime).not.toThrow();
    await vi.advanceTimersByTimeAsync(1);
    reject(new Error('too late'));
    expect(await limited).toEqual(E.left({ _tag: 'RepositoryUnavailable', cause: late }));
    expect(assertInTime).toThrow(late);
  });
});

it.each([
  [0, 'must be at least 1, not 0'],
  [-1, 'must be at least 1, not -1'],
  [Number.NaN, 'must be at least 1, not NaN'],
  [2 ** 31, 'must be at most 2147483647, not 2147483648'],
  [Number.POSITIVE_INFINITY, 'must be at most 2147483647, not Infinity'],
])('%d is not a time limit', (ms, message) => {
  expect(() => assertTimeLimit('operationTimeoutMS', ms)).toThrow(new RangeError(`operationTimeoutMS ${message}`));
  expect(() => limitTime(ms)).toThrow(new RangeError(`the time limit ${message}`));
});

it.each([1, 4_500, 2 ** 31 - 1])('%d is a time limit', (ms) => {
  expect(() => assertTimeLimit('operationTimeoutMS', ms)).not.toThrow();
});
