import { expect, it } from 'vitest';
import { connectionLimits } from '../limits.ts';
import { createStrangers } from './strangers.ts';

it.each([
  ['limited', [false, true], ['undefined', 'function']],
  ['trusted', [false, false], ['undefined', 'undefined']],
] as const)('clients without a key are %s in what they are sent', (strangers, spent, entered) => {
  const { isSpent, enterStatic } = createStrangers({ ...connectionLimits, maxBytesWithoutKey: 100, strangers });
  expect([100, 101].map(isSpent)).toEqual(spent);
  expect([40, 41].map((bytes) => typeof enterStatic(60, bytes, () => undefined))).toEqual(entered);
});
