import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cpuTime } from './cpu-time.ts';

const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

test('the CPU time of a process is what it has worked, where the system tells', () => {
  const before = cpuTime(process.pid);
  const begin = worked();
  while (worked() < begin + 0.2);
  const after = cpuTime(process.pid);
  if (!existsSync('/proc/self/schedstat')) return expect([before, after]).toEqual([undefined, undefined]);
  const measured = (after ?? 0) - (before ?? 0);
  expect(measured).toBeGreaterThan(0.15);
  expect(measured).toBeLessThan(0.4);
});

test('a process that is not there has none', () => {
  expect(cpuTime(2 ** 30)).toBe(undefined);
});
