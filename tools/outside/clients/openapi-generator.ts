import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { pythonFolder } from '../python-environment.ts';

/** The folder that git ignores, in which everything is downloaded, generated and compiled. */
export const clientsFolder = `${pythonFolder}/clients`;

interface Jar {
  readonly path: string;
  readonly sha256: string;
}

const jars: readonly Jar[] = [
  {
    path: 'org/openapitools/openapi-generator-cli/7.16.0/openapi-generator-cli-7.16.0.jar',
    sha256: '6999b18cece5b58f5d5b246fef5a43bdf61239491c4f0ed6513214e0f6e8464b',
  },
  {
    path: 'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar',
    sha256: '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
  },
];

const fileOf = ({ path }: Jar): string => `${clientsFolder}/${path.slice(path.lastIndexOf('/') + 1)}`;

/** What a generated client in Java is compiled with. The jar of openapi-generator contains Jackson. */
export const classPath: string = jars.map(fileOf).join(':');

const readJar = (jar: Jar): Promise<Uint8Array | undefined> => readFile(fileOf(jar)).catch(() => undefined);

const fetchJar = async (jar: Jar, progress: (text: string) => void, signal: AbortSignal): Promise<void> => {
  if ((await readJar(jar)) !== undefined) return;
  const url = `https://repo.maven.apache.org/maven2/${jar.path}`;
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
  await writeFile(fileOf(jar), content);
};

/** Downloads the missing jars from Maven Central. */
export const fetchJars = async (progress: (text: string) => void, signal: AbortSignal): Promise<void> => {
  await mkdir(clientsFolder, { recursive: true });
  for (const jar of jars) await fetchJar(jar, progress, signal);
};

/** Fails if a jar is not the one that is named here, and removes that jar. */
export const verifyJars = async (): Promise<void> => {
  for (const jar of jars) {
    const content = (await readJar(jar)) ?? '';
    if (createHash('sha256').update(content).digest('hex') === jar.sha256) continue;
    await rm(fileOf(jar), { force: true });
    throw new Error(`the SHA-256 of ${jar.path} is not ${jar.sha256}`);
  }
};

/** Options of a Java program that ends within seconds: its second compiler and concurrent collector would only take time. */
export const shortRun: readonly string[] = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** The command that generates a client for a language from `../openapi.json` into `generated`. */
export const generateCommand = (language: string, options: readonly string[]): readonly [string, ...string[]] => [
  'java',
  ...shortRun,
  '-cp',
  classPath,
  'org.openapitools.codegen.OpenAPIGenerator',
  'generate',
  `--generator-name=${language}`,
  '--input-spec=../openapi.json',
  '--output=generated',
  // Only the files that are compiled.
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  ...(options.length === 0 ? [] : [`--additional-properties=${options.join(',')}`]),
];
