import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { projectFolder } from '../boundaries/probe-tree.ts';

const entry = 'entry';

/**
 * The bytes that statements add to a page: bundled from the sources with all their imports, tree-shaken, minified and
 * gzipped.
 */
export const bundleSize = async (folder: string, statements: string): Promise<number> => {
  const build = await rolldown({
    cwd: join(projectFolder, folder),
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@animal-store/source', 'import', 'module', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? join(projectFolder, folder, 'entry.ts') : null),
        load: (id) => (id.endsWith('/entry.ts') ? statements : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0);
};
