import { expect, it } from 'vitest';
import type { HttpContext } from './http-context.ts';
import { runSteps } from './run-steps.ts';

it('makes no promise of its own for the last step', () => {
  const waiting = Promise.resolve();
  const ctx = { state: { response: undefined } } as HttpContext;
  expect(runSteps([() => undefined, () => waiting], ctx)).toBe(waiting);
});
