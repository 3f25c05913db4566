// Makes reference pages of the packages from their doc comments:  npm run reference [-- <folder>]
import { join, resolve } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages } from '../boundaries/workspace-packages.ts';
import { runProcess } from '../toolchain/run-process.cjs';

const local = (path: string): string => join(import.meta.dirname, path);

const install = ['--dir', local(''), 'install', '--frozen-lockfile', '--reporter=silent'];

/** The arguments with which Node.js runs TypeDoc. Everything else in the folder of the pages is removed. */
const typedoc = (out: string): readonly string[] => [
  local('node_modules/typedoc/bin/typedoc'),
  ...['--options', local('typedoc.jsonc'), '--tsconfig', local('tsconfig.json'), '--out', out],
  ...publishablePackages.flatMap(({ manifest }) => ['--packagesRequiringDocumentation', manifest.name]),
  ...publishablePackages.map(({ folder }) => join(projectFolder, folder, 'src/index.ts')),
];

const [folder = join(projectFolder, 'docs/reference')] = process.argv.slice(2);
process.exitCode =
  (await runProcess('pnpm', install, { stdio: 'inherit' })) ||
  (await runProcess(process.execPath, typedoc(resolve(folder)), { stdio: 'inherit' }));
