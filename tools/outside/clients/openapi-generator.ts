import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { pythonFolder } from '../python-environment.ts';

/** The folder that git ignores, in which everything is downloaded, generated and compiled. */
export const clientsFolder = `${pythonFolder}/clients`;

const version = '7.16.0';
const sha256 = '6999b18cece5b58f5d5b246fef5a43bdf61239491c4f0ed6513214e0f6e8464b';
const name = `openapi-generator-cli-${version}.jar`;
const jar = `${clientsFolder}/${name}`;
const url = `https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/${version}/${name}`;

const isGenuine = (content: string | Uint8Array): boolean =>
  createHash('sha256').update(content).digest('hex') === sha256;

/** Downloads the generator from Maven Central, unless it is there. Fails if it is not the one that is named here. */
export const fetchGenerator = async (progress: (text: string) => void, signal: AbortSignal): Promise<void> => {
  await mkdir(clientsFolder, { recursive: true });
  if (isGenuine(await readFile(jar).catch(() => ''))) return;
  progress(`downloading ${url}\n`);
  const download = async (): Promise<Uint8Array> => {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.bytes();
  };
  // One retry, because a lost connection is not a fault of a client.
  const content = await download()
    .catch(download)
    .catch((error: Error) => {
      throw new Error(`${url} cannot be downloaded: ${error.cause ?? error.message}`);
    });
  if (!isGenuine(content)) throw new Error(`the SHA-256 of ${url} is not ${sha256}`);
  await writeFile(jar, content);
};

/** The command that generates a client for a language from `../openapi.json` into `generated`. */
export const generateCommand = (language: string, properties: string): readonly [string, ...string[]] => [
  'java',
  // It ends within seconds: its second compiler and concurrent collector would only take time.
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-jar',
  jar,
  'generate',
  `--generator-name=${language}`,
  '--input-spec=../openapi.json',
  '--output=generated',
  // Only the files that are compiled.
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  `--additional-properties=${properties}`,
];
