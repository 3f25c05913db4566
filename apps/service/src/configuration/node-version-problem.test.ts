import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version-problem.ts';

it.each([
  ['>=24', '23.11.1', 'Node.js 24 or newer is required, and this is Node.js 23.11.1'],
  ['>=24', '9.11.2', 'Node.js 24 or newer is required, and this is Node.js 9.11.2'],
  ['>=24', '24.0.0', undefined],
  ['>=24', '100.0.0', undefined],
  ['>=24.3.1', '24.3.0', 'Node.js 24.3.1 or newer is required, and this is Node.js 24.3.0'],
  ['>=24.3.1', '24.3.1', undefined],
  ['>=24.3.1', '25.0.0', undefined],
])('of %s and %s', (range, running, problem) => {
  expect(nodeVersionProblem(range, running)).toBe(problem);
});

it('understands the range in package.json', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest.engines.node).toMatch(/^>=\d+(\.\d+){0,2}$/);
});
