import { relative } from 'node:path';

// For pnpm, which calls it with each manifest that it packs. The manifests of the tree do not repeat what all have in common. The
// address of the repository is that of the clone that is released.
const { REPOSITORY } = process.env;

export const hooks = {
  beforePacking: (manifest, folder) => ({
    ...manifest,
    author: 'The Animal Store Service authors',
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: relative(process.cwd(), folder) },
  }),
};
