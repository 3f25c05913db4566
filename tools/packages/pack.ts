// Packs every package into a folder:  npm run pack -- <folder>
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const project = join(import.meta.dirname, '../..');
const npx = ['--yes', '--prefer-offline', 'pnpm@12.21.0'];

/** Compiles and packs every package. Returns the tarballs by the name of the package without its scope. */
export const packPackages = (target: string): ReadonlyMap<string, string> => {
  const folders = globSync('{packages,apps}/*', { cwd: project }).toSorted();
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: project, stdio: 'inherit' });
  mkdirSync(target, { recursive: true });
  return new Map(
    folders.map((folder) => {
      const name = basename(folder);
      const tarball = join(target, `${name}.tgz`);
      execFileSync('npx', [...npx, 'pack', '--out', tarball], { cwd: join(project, folder), stdio: 'pipe' });
      return [name, tarball];
    }),
  );
};

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error('usage: npm run pack -- <folder>');
  for (const tarball of packPackages(resolve(target)).values()) process.stdout.write(`${tarball}\n`);
}
