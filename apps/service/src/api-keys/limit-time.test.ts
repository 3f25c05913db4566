import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitTime } from './limit-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks nothing before it is run', () => {
  const question = vi.fn(() => Promise.resolve(E.right(1)));
  limitTime(10)(question);
  expect(question).not.toHaveBeenCalled();
});

it.each([E.right(1), E.left('no')])('gives an answer that comes in time, and leaves no timer: %j', async (answer) => {
  expect(await limitTime(10)(() => Promise.resolve(answer))()).toEqual(answer);
  expect(vi.getTimerCount()).toBe(0);
});

it('throws what the question throws, and leaves no timer', async () => {
  await expect(limitTime(10)(() => Promise.reject(new Error('bug')))()).rejects.toEqual(new Error('bug'));
  expect(vi.getTimerCount()).toBe(0);
});

it('waits no longer than that, and lets a late failure be', async () => {
  const question = Promise.withResolvers<E.Either<never, number>>();
  const answer = limitTime(10)(() => question.promise)();
  await vi.advanceTimersByTimeAsync(9);
  expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual(E.left({ _tag: 'RepositoryUnavailable', cause: new Error('No answer within 10 ms') }));
  question.reject(new Error('late'));
  await vi.advanceTimersByTimeAsync(0);
});
