import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { type Outcome, runProgram } from './run-program.ts';

const { folder } = inject('consumer');

const node = (...args: readonly string[]): Promise<Outcome> => runProgram(folder, process.execPath, args);
const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

const samplesIn = async (readme: string): Promise<readonly string[]> => {
  const text = await readFile(join(projectFolder, readme), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
};

const ownReadme = 'packages/client/README.md';
const rootReadme = 'README.md';

describe('in plain Node.js, with a service', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.stop());

  const run = async (name: string, code: string): Promise<Outcome> => {
    await write(name, code.replace('http://127.0.0.1:8080/v1', service.baseUrl).replace('ask_…', service.apiKey));
    return node(name);
  };

  test.each([
    [ownReadme, 2, '1n 9223372036854775807n\nRex\n1 0\n'],
    [rootReadme, 1, 'Kim 9223372036854775807n\ninvalid_parameter\n'],
  ])('the sample of %s works as described', async (readme, count, output) => {
    const [sample = '', ...others] = await samplesIn(readme);
    expect(1 + others.length).toBe(count);
    expect(await run('run.ts', sample)).toEqual({ code: 0, output });
  });
});

const mayDo = `
import * as api from '@animal-store/client';

const client = api.createAnimalStoreClient({ baseUrl: new URL('https://animals.example/v1'), apiKey: 'a', fetch });
const status: api.PetStatus | undefined = api.petStatuses.at(0);
const signal: AbortSignal | undefined = AbortSignal.timeout(1);
export const id: bigint = (await client.addPet({ name: '', categoryId: 1n, status }, { signal })).id;
export const pages: AsyncIterable<api.PetPage> = client.pages({ status, limit: undefined }, { timeout: 1 });
export const code = (error: api.AnimalStoreError): api.ServiceErrorCode | 'brand_new' | undefined => {
  switch (error.code) {
    case 'connection_failed':
    case 'timed_out':
    case 'unexpected_response':
      return undefined;
    case 'unrecognized':
      return error.serviceCode === 'brand_new' ? error.serviceCode : undefined;
    default:
      return error.code;
  }
};
`;

const mayNotDo: readonly (readonly [what: string, code: string, rule: string])[] = [
  ['misspell a code', "error.code === 'not_fuond'", 'TS2367'],
  ['rely on a status that may be absent', 'const status: number = error.status', 'TS2322'],
  ['add an animal without its category', "client.addPet({ name: 'Rex' })", 'TS2741'],
  ['give an id as a text', "client.getPet('1')", 'TS2345'],
  ['take an id for a number', 'const id: number = pet.id', 'TS2322'],
  ['list an unknown status', "client.listPets({ status: 'lost' })", 'TS2322'],
  ['change an animal', "pet.name = 'Rex'", 'TS2540'],
  ['import a private file', "import('@animal-store/client/dist/index.js')", 'TS2307'],
];

const fileOf = (what: string): string => `${what.replaceAll(' ', '-')}.ts`;

describe.each([
  ['Node.js', { module: 'nodenext', lib: ['es2022'], types: ['node'] }],
  ['a browser', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }],
])('for the compiler, in %s', (name, options) => {
  let found: readonly string[];

  beforeAll(async () => {
    const blocks = [...(await samplesIn(ownReadme)), ...(await samplesIn(rootReadme))];
    const samples = blocks.map((code, index) => [`client-sample-${index}.ts`, code] as const);
    const wrong = mayNotDo.map(([what, code]) => {
      const parameters = 'error: api.AnimalStoreError, client: api.AnimalStoreClient, pet: api.Pet';
      const use = `export const use = async (${parameters}): Promise<void> => {\n${code};\n};\n`;
      return [fileOf(what), `import type * as api from '@animal-store/client';\n${use}`] as const;
    });
    const files = [...samples, ['may-do.ts', mayDo] as const, ...wrong];
    for (const [file, code] of files) await write(file, code);
    const compilerOptions = {
      ...options,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitReturns: true,
      skipLibCheck: false,
      noEmit: true,
    };
    const config = `${name.replaceAll(/\W/g, '')}.json`;
    await write(config, JSON.stringify({ compilerOptions, files: files.map(([file]) => file) }));
    const compiler = 'node_modules/typescript7/bin/tsc';
    const { output } = await node(compiler, '-p', config, '--pretty', 'false');
    // A second line of a finding is indented.
    found = output.split('\n').filter((line) => /^\S/.test(line));
  });

  test.each(mayNotDo)('a program may not %s', (what, _, rule) => {
    const inFile = found.filter((line) => line.startsWith(fileOf(what)));
    expect(inFile.map((line) => /\((\d+),\d+\): error (TS\d+)/.exec(line)?.slice(1))).toEqual([['3', rule]]);
  });

  test('it may do the rest, including the samples of the READMEs', () => {
    expect(found.filter((line) => !mayNotDo.some(([what]) => line.startsWith(fileOf(what))))).toEqual([]);
  });
});

test('an editor strikes through deprecated functions', async () => {
  const types = join(folder, 'node_modules/@animal-store/client/dist/index.d.ts');
  expect(await readFile(types, 'utf8')).toMatch(/\* @deprecated [^/]*\*\/\s*readonly getPet: \(/);
});
