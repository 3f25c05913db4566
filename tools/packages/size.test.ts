import { describe, expect, test } from 'vitest';
import { bundleSize } from './bundle-size.ts';

const everything = "export * from './src/index.ts';";

/** The most bytes that each may add to a page: about a quarter to a half more than now. */
const budgets: readonly (readonly [folder: string, statements: string, most: number])[] = [
  ['packages/client', everything, 4_000],
  ['packages/domain', everything, 12_000],
  // An unused library adds nothing.
  ['packages/domain', "export { createAnimalStore } from './src/index.ts';", 2_000],
  ['packages/access', everything, 12_000],
];

describe('in a page', () => {
  test.each(budgets)('%s: %s takes at most %i bytes', async (folder, statements, most) => {
    const size = await bundleSize(folder, statements);
    expect(size).toBeLessThanOrEqual(most);
    // A bundle without its content would be within every budget.
    expect(size).toBeGreaterThan(most / 4);
  });
});
