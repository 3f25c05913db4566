// Makes reference pages of the packages from their doc comments:  npm run reference [-- <folder>]
import { join, resolve } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages } from '../packages/publishable-packages.ts';
import { runProcess } from '../toolchain/run-process.cjs';
import { installTypedoc, typedocArguments } from './make-reference.ts';

const makeReference = (out: string): Promise<number> => {
  const reference = {
    packages: publishablePackages.map(({ manifest }) => manifest.name),
    entryPoints: publishablePackages.map(({ folder }) => join(projectFolder, folder, 'src/index.ts')),
    project: join(import.meta.dirname, 'tsconfig.json'),
    out,
  };
  return runProcess(process.execPath, typedocArguments(reference), { stdio: 'inherit' });
};

const [folder = join(projectFolder, 'docs/reference')] = process.argv.slice(2);
process.exitCode = (await installTypedoc()) || (await makeReference(resolve(folder)));
