import { function as F } from 'fp-ts';
import { expect, it } from 'vitest';
import type { Metrics } from '../observation/metrics.ts';
import { createMemoryStore } from './memory-store.ts';

it('measures every operation on animals, by its name', () => {
  const timed: string[] = [];
  const time: Metrics['time'] = (operation) => {
    timed.push(operation);
    return F.identity;
  };
  const { pets } = createMemoryStore({ time } as Metrics);
  expect(timed.filter((name) => name.startsWith('pets.'))).toEqual(Object.keys(pets).map((name) => `pets.${name}`));
});
