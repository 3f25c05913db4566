import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';

/**
 * The bytes that statements add to a page: bundled from the sources with all their imports, tree-shaken, minified and
 * gzipped.
 */
const bundleSize = async (folder: string, statements: string): Promise<number> => {
  const build = await rolldown({
    cwd: join(projectFolder, folder),
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: ['@animal-store/source', 'import', 'module', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(projectFolder, folder, 'entry.ts') : null),
        load: (id) => (id.endsWith('/entry.ts') ? statements : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0);
};

const everything = "export * from './src/index.ts';";

/** The most bytes that each may add to a page: about a quarter to a half more than now. */
const budgets: readonly (readonly [folder: string, statements: string, most: number])[] = [
  ['packages/client', everything, 4_000],
  ['packages/domain', everything, 12_000],
  // An unused library adds nothing.
  ['packages/domain', "export { createAnimalStore } from './src/index.ts';", 2_000],
  ['packages/access', everything, 12_000],
];

test.each(budgets)('%s: %s adds at most %i bytes to a page', async (folder, statements, most) => {
  const size = await bundleSize(folder, statements);
  expect(size).toBeLessThanOrEqual(most);
  // A bundle without its content would be within every budget.
  expect(size).toBeGreaterThan(most / 4);
});
