import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';

/** The folder, ignored by git, for what these tests download and keep. */
export const downloads: string = projectFile('node_modules/.cache/outside');
mkdirSync(downloads, { recursive: true });

/** Runs a program in a folder to its end, for at most ten minutes. */
export const run = (
  [program, ...args]: readonly [string, ...string[]],
  cwd: string = downloads,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 24, timeout: 600_000 };
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: error && child.exitCode === null ? String(error) : stdout + stderr }),
    );
  });

/** The path of a program of the virtual environment with the packages of `requirements.txt`. */
export const pythonProgram = (name: string): string => `${downloads}/python/bin/${name}`;

/** Makes the environment, unless it is there: about 15 seconds. Returns what is missing. */
const preparePython = async (): Promise<string | undefined> => {
  const file = projectFile('tools/outside/requirements.txt');
  const made = await run(['python3', '-m', 'venv', 'python']);
  if (made.code !== 0) return 'there is no Python with venv (Debian: python3-venv)';
  const options = ['--quiet', '--disable-pip-version-check', '--no-compile', '--only-binary', ':all:'];
  const installed = await run([pythonProgram('python'), '-m', 'pip', 'install', ...options, '--requirement', file]);
  return installed.code === 0 ? undefined : installed.output;
};

export const needsPython: Need = {
  where: 'with Python',
  missing: await preparePython(),
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};

export const needsGo: Need = {
  where: 'with Go',
  missing: (await run(['go', 'version'])).code === 0 ? undefined : 'there is no Go (https://go.dev/dl)',
  requiredBy: 'REQUIRE_GO',
  waivedBy: 'WITHOUT_GO',
};

const version = '7.16.0';
const sha256 = '6999b18cece5b58f5d5b246fef5a43bdf61239491c4f0ed6513214e0f6e8464b';
const name = `openapi-generator-cli-${version}.jar`;
const jar = `${downloads}/${name}`;
const url = `https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/${version}/${name}`;

const isGenuine = (content: Uint8Array): boolean => createHash('sha256').update(content).digest('hex') === sha256;

/** Downloads the generator from Maven Central, unless it is there. Returns what is missing. */
const fetchGenerator = async (): Promise<string | undefined> => {
  if ((await run(['java', '-version'])).code !== 0) return 'there is no Java (Debian: default-jre-headless)';
  if (isGenuine(await readFile(jar).catch(() => new Uint8Array()))) return undefined;
  const content = await fetch(url)
    .then((response) => response.bytes())
    .catch((error: Error) => error);
  if (content instanceof Error) return `${url} cannot be downloaded: ${content.cause ?? content}`;
  if (!isGenuine(content)) return `the SHA-256 of ${url} is not ${sha256}`;
  await writeFile(jar, content);
  return undefined;
};

export const needsGenerator: Need = {
  where: 'with openapi-generator',
  missing: await fetchGenerator(),
  requiredBy: 'REQUIRE_JAVA',
  waivedBy: 'WITHOUT_JAVA',
};

/** The command that generates a client from `openapi.json` into `generated`: only the files that are compiled. */
export const generateCommand = (language: string, properties: string): readonly [string, ...string[]] => [
  ...(['java', '-XX:TieredStopAtLevel=1', '-jar', jar, 'generate', `--generator-name=${language}`] as const),
  ...['--input-spec=openapi.json', '--output=generated', `--additional-properties=${properties}`],
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
];
