import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { neverThrow } from './never-throw.ts';

const warning = expect.objectContaining({
  name: 'AnimalStoreWarning',
  message: 'report must not throw',
  detail: expect.stringContaining('Error: the disk is full'),
});

it.each<[string, () => unknown, readonly unknown[]]>([
  [
    'throws',
    () => {
      throw new Error('the disk is full');
    },
    [warning],
  ],
  ['rejects', () => Promise.reject(new Error('the disk is full')), [warning]],
  ['returns nothing', () => undefined, []],
])('calls a listener that %s for each event, and warns of its first failure', async (_, listener, expected) => {
  const warnings: unknown[] = [];
  const keep = (each: Error): void => void warnings.push(each);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  let calls = '';
  const safe = neverThrow('report', (event: string) => {
    calls += event;
    return listener();
  });
  for (const event of ['a', 'b']) safe(event);
  await setImmediate();
  expect([calls, warnings]).toEqual(['ab', expected]);
});
