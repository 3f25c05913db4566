import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate, type GateLimits, type Permit } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What happens at a gate, in order: `a 60` enters, `a settle 10` corrects the last user of the key, `a leave` ends it. */
const run = async (limits: Partial<GateLimits>, events: readonly string[]): Promise<readonly unknown[]> => {
  const gate = createGate<string>({ capacity: 100, share: 100, maxWait: 1_000, ...limits });
  const seen: unknown[] = [];
  const permits: Record<string, Permit[]> = {};
  const keep = (name: string, weight: string, permit: Permit): void => {
    permits[name] = [...(permits[name] ?? []), permit];
    seen.push(`${name} ${weight}`);
  };
  for (const event of events) {
    const [name = '', action = '', weight = ''] = event.split(' ');
    if (name === 'wait') await vi.advanceTimersByTimeAsync(Number(action));
    else if (action === 'leave') permits[name]?.pop()?.leave();
    else if (action === 'settle') seen.push(permits[name]?.at(-1)?.settle(Number(weight)));
    else {
      const entered = gate.enter(name, Number(action));
      if (!(entered instanceof Promise)) keep(name, action, entered);
      else {
        void entered.then((permit) => {
          if (typeof permit === 'string') seen.push(`${event}: ${permit}`);
          else keep(name, action, permit);
        });
      }
    }
    await vi.advanceTimersByTimeAsync(0);
  }
  return seen;
};

const half = { share: 50 };

it.each<readonly [string, Partial<GateLimits>, readonly string[], readonly unknown[]]>([
  ['admits up to its capacity', {}, ['a 60', 'b 40', 'c 1'], ['a 60', 'b 40']],
  ['admits in order', {}, ['a 100', 'b 60', 'c 40', 'd 1', 'a leave'], ['a 100', 'b 60', 'c 40']],
  [
    'lets no small user overtake one that the capacity blocks',
    half,
    ['a 50', 'b 40', 'c 20', 'd 10', 'b leave', 'a leave'],
    ['a 50', 'b 40', 'c 20', 'd 10'],
  ],
  ['limits a key to its share, while others pass', half, ['a 30', 'a 30', 'b 50', 'a leave'], ['a 30', 'b 50', 'a 30']],
  ['admits a user that is heavier than the gate alone', half, ['a 999', 'b 1', 'a leave'], ['a 999', 'b 1']],
  ['takes a lighter weight', {}, ['a 90', 'b 50', 'a settle 50'], ['a 90', true, 'b 50']],
  ['takes a heavier weight that fits', {}, ['a 10', 'b 50', 'a settle 50', 'c 1'], ['a 10', 'b 50', true]],
  [
    'gives everything back if it does not',
    {},
    ['a 10', 'b 50', 'a settle 51', 'c 50'],
    ['a 10', 'b 50', false, 'c 50'],
  ],
  ['the same for the share', half, ['a 10', 'a 10', 'a settle 41', 'a leave', 'a 40'], ['a 10', 'a 10', false, 'a 40']],
  ['takes a weight that just fits the share', half, ['a 10', 'a 10', 'a settle 40'], ['a 10', 'a 10', true]],
  [
    'takes a weight beyond the share of the only user of a key',
    half,
    ['b 10', 'a 10', 'a settle 80'],
    ['b 10', 'a 10', true],
  ],
  ['takes any weight of the only user', half, ['a 10', 'a settle 999', 'b 1'], ['a 10', true]],
  ['says that it is full', {}, ['a 100', 'b 1', 'wait 1000'], ['a 100', 'b 1: all-taken']],
  ['says that a share is full', half, ['a 50', 'a 1', 'wait 1000'], ['a 50', 'a 1: share-taken']],
  [
    'admits those behind a user that gave up',
    {},
    ['a 90', 'b 20', 'wait 500', 'c 10', 'wait 500'],
    ['a 90', 'b 20: all-taken', 'c 10'],
  ],
])('%s', async (_, limits, events, expected) => {
  expect(await run(limits, events)).toEqual(expected);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
});

it('lets two keys with lists of 50 not starve the lists of 100 of a third', async () => {
  const rounds = Array.from({ length: 20 }, () => ['a leave', 'a 50', 'b leave', 'b 50']).flat();
  const events = ['a 50', 'b 50', 'a 50', 'b 50', 'c 100', ...rounds];
  expect(await run({ capacity: 150 }, events)).toContain('c 100');
});

it('limits each key to its share, however many keys there are', () => {
  const gate = createGate<number>({ capacity: 10_000, share: 1, maxWait: 1_000 });
  const keys = Array.from({ length: 2_000 }, (_, index) => index);
  const enterAll = () => keys.map((key) => gate.enter(key, 1)).filter((entered) => !(entered instanceof Promise));
  for (const permit of enterAll()) if (!(permit instanceof Promise)) [permit.leave(), permit.leave()];
  expect([enterAll().length, enterAll().length]).toEqual([2_000, 0]);
});
