import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { runProgram } from '../packages/run-program.ts';

/** The folder, ignored by git, for everything that these tests download and write. */
export const outsideFolder: string = projectFile('.toolchain/outside');

/** The folder of the Python files of this project. */
export const pythonSources: string = projectFile('tools/outside/python');

const folder = `${outsideFolder}/python`;

// Exits with 1 if Python is too old, or has no venv, like Debian's python3 without python3-venv.
const check = 'import ensurepip, sys, venv; print("Python", sys.version); sys.exit(sys.version_info < (3, 11))';

/**
 * Creates a virtual environment with the packages of `requirements.txt`, whose checksums are verified, unless it already
 * exists: about 15 seconds. Returns what is missing.
 */
const preparePython = async (): Promise<string | undefined> => {
  await mkdir(outsideFolder, { recursive: true });
  const run = (command: string, ...args: readonly string[]) => runProgram(outsideFolder, command, args);
  const python = process.env['PYTHON'] ?? 'python3';
  const version = await run(python, '-c', check);
  if (version.code !== 0) return 'there is no Python 3.11 with venv (Debian: python3-venv); PYTHON may name one';
  const requirements = `${pythonSources}/requirements.txt`;
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .update(version.output)
    .digest('hex');
  const complete = `${folder}/complete`;
  if ((await readFile(complete, 'utf8').catch(() => '')) === digest) return undefined;
  await rm(folder, { recursive: true, force: true });
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
  const made = await run(python, '-m', 'venv', folder);
  const installed = await run(
    `${folder}/bin/python`,
    '-m',
    'pip',
    'install',
    ...options,
    '--requirement',
    requirements,
  );
  if (made.code !== 0 || installed.code !== 0) return made.output + installed.output;
  await writeFile(complete, digest);
  return undefined;
};

/** The path of a program of the environment. */
export const pythonProgram = (name: string): string => `${folder}/bin/${name}`;

export const needsPython: Need = {
  where: 'with Python',
  missing: await preparePython(),
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};
