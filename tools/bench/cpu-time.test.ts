import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cpuTime } from './cpu-time.ts';

const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

test('the CPU time of a process matches its work, if the system reports it', () => {
  const before = cpuTime(process.pid);
  const begin = worked();
  while (worked() < begin + 0.2);
  const after = cpuTime(process.pid);
  if (!existsSync('/proc/self/schedstat')) return expect([before, after]).toEqual([undefined, undefined]);
  const measured = (after ?? 0) - (before ?? 0);
  expect(measured).toBeGreaterThan(0.15);
  expect(measured).toBeLessThan(0.4);
});

test('a process that does not exist has no CPU time', () => {
  expect(cpuTime(2 ** 30)).toBe(undefined);
});
