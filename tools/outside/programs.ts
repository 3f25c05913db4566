import { mkdirSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { run } from '@animal-store/testkit/run-program';

/** The folder, ignored by git, for what these tests download and keep. */
export const downloads: string = projectFile('node_modules/.cache/outside');
mkdirSync(downloads, { recursive: true });

/** The path of a program of the virtual environment with the packages of `requirements.txt`. */
export const pythonProgram = (name: string): string => `${downloads}/python/bin/${name}`;

/** Makes the environment, unless it is there: about 15 seconds. Returns what is missing. */
const preparePython = async (): Promise<string | undefined> => {
  const file = projectFile('tools/outside/requirements.txt');
  const made = await run(['python3', '-m', 'venv', 'python'], downloads);
  if (made.code !== 0) return 'there is no Python with venv (Debian: python3-venv)';
  const options = ['--quiet', '--disable-pip-version-check', '--no-compile', '--only-binary', ':all:'];
  const installed = await run(
    [pythonProgram('python'), '-m', 'pip', 'install', ...options, '--requirement', file],
    downloads,
  );
  return installed.code === 0 ? undefined : installed.output;
};

export const needsPython: Need = {
  where: 'with Python',
  missing: await preparePython(),
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};
