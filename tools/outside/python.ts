import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { downloads, run } from './run.ts';

/** The path of a program of the virtual environment with the packages of `requirements.txt`. */
export const pythonProgram = (name: string): string => `${downloads}/python/bin/${name}`;

/** Makes the environment, unless it is there: about 15 seconds. Returns what is missing. */
const prepare = async (): Promise<string | undefined> => {
  const file = projectFile('tools/outside/requirements.txt');
  const made = await run(['python3', '-m', 'venv', 'python']);
  if (made.code !== 0) return 'there is no Python with venv (Debian: python3-venv)';
  const options = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--requirement', file];
  const installed = await run([pythonProgram('python'), '-m', 'pip', 'install', ...options]);
  return installed.code === 0 ? undefined : installed.output;
};

export const needsPython: Need = {
  where: 'with Python',
  missing: await prepare(),
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};
