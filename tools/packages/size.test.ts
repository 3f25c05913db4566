import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { findProductionPackages } from '../supply-chain/production-packages.ts';
import { bundleSize } from './bundle-size.ts';
import { publishablePackages } from './publishable-packages.ts';

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

test.each(publishablePackages)('$manifest.name says how many third-party packages it installs', ({ folder }) => {
  const readme = readFileSync(join(projectFolder, folder, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const found = findProductionPackages(folder).length;
  const words = found === 0 ? 'It has no dependencies' : `It installs ${found} third-party packages`;
  expect(readme).toContain(words);
});
