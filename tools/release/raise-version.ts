// Raises the version in every place that names it:  npm run release:version [-- a version, or what pnpm version takes]
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');
const published = ['--filter', './packages/*', '--filter', './apps/*'];
const pnpm = ['--yes', '--prefer-offline', 'pnpm@12.21.0', 'version', '--recursive', '--no-git-checks', ...published];
const { status } = spawnSync('npx', [...pnpm, ...process.argv.slice(2)], { cwd: project, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const { version } = JSON.parse(readFileSync(join(project, 'packages/domain/package.json'), 'utf8'));
const replace = (files: string, pattern: RegExp, replacement: string): void => {
  for (const file of globSync(files, { cwd: project }).map((name) => join(project, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
};
replace('deploy/kubernetes/kustomization.yaml', /(?<=newTag: ).*/, version);
replace('examples/*/package.json', /(?<="@animal-store\/[\w-]+": "\^)[^"]*/g, version);
// pnpm also begins a section for a package in which nothing has changed.
replace('{apps,packages}/*/CHANGELOG.md', /^## \S+\n\n(?=## )/gm, '');
