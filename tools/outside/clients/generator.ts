import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Need } from '@animal-store/testkit/needs';
import { runProgram } from '../../packages/run-program.ts';
import { outsideFolder } from '../python-environment.ts';

/** The folder, ignored by git, in which clients are generated and compiled. */
export const clientsFolder = `${outsideFolder}/clients`;

const version = '7.16.0';
const sha256 = '6999b18cece5b58f5d5b246fef5a43bdf61239491c4f0ed6513214e0f6e8464b';
const name = `openapi-generator-cli-${version}.jar`;
const jar = `${clientsFolder}/${name}`;
const url = `https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/${version}/${name}`;

const isGenuine = (content: string | Uint8Array): boolean =>
  createHash('sha256').update(content).digest('hex') === sha256;

/** Downloads the generator from Maven Central, unless it is there. Returns what is missing. */
const fetchGenerator = async (): Promise<string | undefined> => {
  if ((await runProgram('.', 'java', ['-version'])).code !== 0)
    return 'there is no Java (Debian: default-jdk-headless)';
  await mkdir(clientsFolder, { recursive: true });
  if (isGenuine(await readFile(jar).catch(() => ''))) return undefined;
  const download = async (): Promise<Uint8Array> => (await fetch(url)).bytes();
  // One retry, because a lost connection is not a fault of a client.
  const content = await download()
    .catch(download)
    .catch((error: Error) => String(error.cause ?? error));
  if (typeof content === 'string') return `${url} cannot be downloaded: ${content}`;
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

/** The command that generates a client for a language from `../openapi.json` into `generated`. */
export const generateCommand = (language: string, properties: string): readonly [string, ...string[]] => [
  'java',
  // It ends within seconds: its second compiler and concurrent collector would only take time.
  ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', jar],
  ...['generate', `--generator-name=${language}`, '--input-spec=../openapi.json', '--output=generated'],
  // Only the files that are compiled.
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  `--additional-properties=${properties}`,
];
