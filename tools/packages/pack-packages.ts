import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createProbeTree } from '../boundaries/probe-tree.ts';
import { publishablePackages } from '../boundaries/workspace-packages.ts';
import { bundleService } from './bundle-service.ts';

/** The tarballs of the packages, by the name of the package without its scope. */
export type Tarballs = ReadonlyMap<string, string>;

const run = promisify(execFile);

// Only the maintainer of a release knows the address of the sources, so the project does not contain it.
const origin = (repository: string, folder: string): object => ({
  repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
  bugs: `${repository}/issues`,
  homepage: `${repository}/tree/HEAD/${folder}#readme`,
});

/**
 * Packs every publishable package and the service into a folder, from a copy of the project without compiled output, so that an earlier
 * build cannot get in. `repository` is the address of the sources, such as `https://example.org/animals/store`.
 */
export const packPackages = async (target: string, repository?: string): Promise<Tarballs> => {
  const tree = await createProbeTree();
  const tarballs = new Map<string, string>();
  const pack = async (shortName: string, cwd: string): Promise<void> => {
    const tarball = join(target, `${shortName}.tgz`);
    await run('pnpm', ['pack', '--out', tarball], { cwd });
    tarballs.set(shortName, tarball);
  };
  try {
    for (const { shortName, folder } of publishablePackages) {
      const cwd = join(tree.folder, folder);
      if (repository !== undefined) {
        const file = join(cwd, 'package.json');
        const manifest: object = JSON.parse(await readFile(file, 'utf8'));
        await writeFile(file, `${JSON.stringify({ ...manifest, ...origin(repository, folder) }, null, 2)}\n`);
      }
      await pack(shortName, cwd);
    }
    const service = 'apps/service';
    const bundle = await mkdtemp(join(tree.folder, 'bundle-'));
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '--build', service], { cwd: tree.folder });
    await bundleService(tree.folder, bundle, repository === undefined ? {} : { origin: origin(repository, service) });
    for (const file of ['dist/start-animal-store.d.ts', 'README.md', 'CHANGELOG.md']) {
      await cp(join(tree.folder, service, file), join(bundle, file));
    }
    await pack('service', bundle);
    return tarballs;
  } finally {
    await tree.remove();
  }
};
