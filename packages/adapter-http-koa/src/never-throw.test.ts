import { once } from 'node:events';
import { expect, it } from 'vitest';
import { neverThrow } from './never-throw.ts';

it.each([
  [
    'throws',
    () => {
      throw new Error('the disk is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the disk is full'))],
])('warns once of a listener that %s', async (_, listener) => {
  const warned = once(process, 'warning');
  let calls = 0;
  const safe = neverThrow('report', (event: string) => {
    calls += event.length;
    return listener();
  });
  for (const event of ['a', 'b']) safe(event);
  const [warning] = await warned;
  expect(calls).toBe(2);
  expect(warning).toMatchObject({ name: 'AnimalStoreWarning', message: 'report must not throw' });
  expect(warning.detail).toContain('Error: the disk is full');
});
