import { relative } from 'node:path';

// For pnpm, which calls it with each manifest that it packs. The manifests of the tree do not repeat the address of the
// repository, which is that of the clone that is released.
const { REPOSITORY } = process.env;

export const hooks = {
  beforePacking: (manifest, folder) => ({
    ...manifest,
    homepage: `${REPOSITORY}#readme`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: relative(process.cwd(), folder) },
  }),
};
