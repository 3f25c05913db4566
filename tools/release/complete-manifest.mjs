import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';

// For pnpm, which calls it with each manifest that it packs, in a clone that is removed afterwards. The manifests of the tree do
// not repeat what all have in common.
const { COMMIT, REPOSITORY } = process.env;

export const hooks = {
  // Users need no development dependencies, and some of them are not published.
  beforePacking: ({ devDependencies, ...manifest }, folder) => {
    const directory = relative(process.cwd(), folder);
    // A package is installed without the documents around it, so the links of its README lead to the repository.
    const absolute = (_, link) => `](${REPOSITORY}/blob/v${manifest.version}/${posix.join(directory, link)})`;
    const readme = join(folder, 'README.md');
    writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, absolute));
    return {
      ...manifest,
      // What npm itself would add: the release compares it.
      gitHead: COMMIT,
      author: 'The Animal Store Service authors',
      homepage: `${REPOSITORY}#readme`,
      bugs: `${REPOSITORY}/issues`,
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory },
    };
  },
};
