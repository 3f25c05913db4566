import { join } from 'node:path';
import { runProcess } from '../toolchain/run-process.cjs';

/** What the reference pages are made from, and where they go. */
export interface Reference {
  /** The names of the packages whose exports need doc comments. */
  readonly packages: readonly string[];
  /** The modules that these packages export, one a page. */
  readonly entryPoints: readonly string[];
  /** The compiler's project that contains the modules. */
  readonly project: string;
  /** The folder of the pages. Everything else in it is removed. */
  readonly out: string;
}

const local = (path: string): string => join(import.meta.dirname, path);

/** Installs TypeDoc, and gives the exit code of the installation. */
export const installTypedoc = (): Promise<number> =>
  runProcess('pnpm', ['--dir', local(''), 'install', '--frozen-lockfile', '--reporter=silent'], { stdio: 'inherit' });

/** The arguments with which Node.js runs TypeDoc. */
export const typedocArguments = ({ packages, entryPoints, project, out }: Reference): readonly string[] => [
  local('node_modules/typedoc/bin/typedoc'),
  ...['--options', local('typedoc.jsonc'), '--tsconfig', project, '--out', out],
  ...packages.flatMap((name) => ['--packagesRequiringDocumentation', name]),
  ...entryPoints,
];
