import { expect, it } from 'vitest';
import { unsupportedNode } from './unsupported-node.ts';

it.each(['24.15.9', '22.30.0'])('refuses Node.js %s', (version) => {
  expect(unsupportedNode(version)).toBe(`needs Node.js 24.16 or newer, and this is ${version}`);
});

it.each(['24.16.0', '24.21.0', '25.0.0'])('takes Node.js %s', (version) => {
  expect(unsupportedNode(version)).toBeUndefined();
});
