import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { projectFile } from '@animal-store/testkit/project-file';

const run = promisify(execFile);

/** The folder, ignored by git, for everything that Python needs and writes. */
export const pythonFolder: string = projectFile('.toolchain/outside');

/** The folder of the Python files of this project. */
export const pythonSources: string = projectFile('tools/outside/python');

// Exits with 1 if Python is too old, or has no venv, like Debian's python3 without python3-venv.
const check = 'import ensurepip, sys, venv; print("Python", sys.version); sys.exit(sys.version_info < (3, 11))';

const versionOf = (python: string): Promise<string | undefined> =>
  run(python, ['-c', check]).then(
    ({ stdout }) => (stdout.startsWith('Python') ? stdout : undefined),
    () => undefined,
  );

/**
 * Creates a virtual environment with the packages of `requirements.txt`, whose checksums are verified, unless it already
 * exists: about 15 seconds. Returns a function from the name of a program to its path.
 */
export const preparePython = async (
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<(program: string) => string> => {
  const python = process.env['PYTHON'] ?? 'python3';
  const version = await versionOf(python);
  if (version === undefined) {
    throw new Error(
      `it needs Python 3.11 or newer with venv and pip, and ${python} does not qualify: install it (Debian: python3-venv), ` +
        'or name it in the variable PYTHON',
    );
  }
  const requirements = `${pythonSources}/requirements.txt`;
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .update(version)
    .digest('hex');
  const folder = `${pythonFolder}/python`;
  const complete = `${folder}/complete`;
  if ((await readFile(complete, 'utf8').catch(() => '')) !== digest) {
    progress(`installing the packages of ${requirements}\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(pythonFolder, { recursive: true });
    await run(python, ['-m', 'venv', folder], { signal });
    const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
    await run(`${folder}/bin/python`, ['-m', 'pip', 'install', ...options, '--requirement', requirements], { signal });
    await writeFile(complete, digest);
  }
  return (program) => `${folder}/bin/${program}`;
};
