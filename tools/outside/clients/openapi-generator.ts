import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

const isComplete = (jar: Jar, content: Uint8Array): boolean =>
  createHash('sha256').update(content).digest('hex') === jar.sha256;

const fetchJar = async (jar: Jar, progress: (text: string) => void, signal: AbortSignal): Promise<void> => {
  const file = fileOf(jar);
  if (
    await readFile(file).then(
      (content) => isComplete(jar, content),
      () => false,
    )
  )
    return;
  const url = `https://repo.maven.apache.org/maven2/${jar.path}`;
  progress(`downloading ${url}\n`);
  const download = async (): Promise<Uint8Array> => {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.bytes();
  };
  // One retry: a lost connection is no fault of a client.
  const content = await download().catch(download);
  if (!isComplete(jar, content)) throw new Error(`${url}: its SHA-256 is not ${jar.sha256}`);
  await writeFile(file, content);
};

/** Downloads what is not there yet from Maven Central. */
export const fetchJars = async (progress: (text: string) => void, signal: AbortSignal): Promise<void> => {
  await mkdir(clientsFolder, { recursive: true });
  for (const jar of jars) await fetchJar(jar, progress, signal);
};

/** The command that generates a client for a language from `../openapi.json` into `generated`. */
export const generateCommand = (language: string, options: readonly string[]): readonly [string, ...string[]] => [
  'java',
  '-cp',
  classPath,
  'org.openapitools.codegen.OpenAPIGenerator',
  'generate',
  `--generator-name=${language}`,
  '--input-spec=../openapi.json',
  '--output=generated',
  // Only what is compiled.
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  ...(options.length === 0 ? [] : [`--additional-properties=${options.join(',')}`]),
];
