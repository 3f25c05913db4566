import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Need } from '@animal-store/testkit/needs';
import { downloads, run } from './run.ts';

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
