import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '@animal-store/testkit/service';
import { expect, inject, onTestFinished, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { type Outcome, runProgram } from './run-program.ts';

const { folder } = inject('consumer');

const node = (...args: readonly string[]): Promise<Outcome> => runProgram(folder, process.execPath, args);
const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

/** The samples of the README of the client, and of the README of the project. */
const samples: string[] = [];
for (const readme of ['packages/client/README.md', 'README.md']) {
  const text = await readFile(join(projectFolder, readme), 'utf8');
  samples.push(...[...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code));
}

test('the samples of the READMEs work as described', async () => {
  const service = await startService();
  onTestFinished(async () => void (await service.stop()));
  expect(samples.length).toBe(3);
  const outputs: string[] = [];
  for (const sample of [samples[0] ?? '', samples[2] ?? '']) {
    await write('run.ts', sample.replace('http://127.0.0.1:8080/v1', service.baseUrl).replace('ask_…', service.apiKey));
    outputs.push((await node('run.ts')).output);
  }
  expect(outputs).toEqual(['1n 9223372036854775807n\nRex\n1 0\n', 'Kim 9223372036854775807n\ninvalid_parameter\n']);
});

test.each([
  ['Node.js', { module: 'nodenext', lib: ['es2022'], types: ['node'] }],
  ['a browser', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }],
])('the types allow in %s what they should, and nothing else', async (_, options) => {
  await cp(join(import.meta.dirname, 'client-uses.ts'), join(folder, 'client-uses.ts'));
  const files = ['client-uses.ts', ...samples.map((_code, index) => `client-sample-${index}.ts`)];
  for (const [index, code] of samples.entries()) await write(`client-sample-${index}.ts`, code);
  const strictly = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = { ...options, ...strictly, target: 'es2022', skipLibCheck: false, noEmit: true };
  await write('tsconfig.client.json', JSON.stringify({ compilerOptions, files }));
  const compiler = 'node_modules/typescript7/bin/tsc';
  expect(await node(compiler, '-p', 'tsconfig.client.json', '--pretty', 'false')).toEqual({ code: 0, output: '' });
});

test('an editor strikes through deprecated functions', async () => {
  const types = join(folder, 'node_modules/@animal-store/client/dist/index.d.ts');
  expect(await readFile(types, 'utf8')).toMatch(/\* @deprecated [^/]*\*\/\s*readonly getPet: \(/);
});
