import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleProgress } from './throttle-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['five times a second on a terminal', true, [0, 200, 400]],
  ['every 30 s elsewhere', false, [30_000, 60_000]],
])('shows progress at most %s', (_, isTerminal, times) => {
  const shown: number[] = [];
  const note = (text: string): void => void shown.push(Number(text));
  const never = (): never => expect.unreachable();
  const show = throttleProgress(
    isTerminal ? { showProgress: note, warn: never } : { showProgress: undefined, warn: note },
  );
  for (let time = 0; time <= 60_000 && shown.length < times.length; time += 100) {
    show(() => `${time}`);
    vi.advanceTimersByTime(100);
  }
  expect(shown).toEqual(times);
});
