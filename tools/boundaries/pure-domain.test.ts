import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbeTree, type Finding, type ProbeTree } from './probe-tree.ts';

const nodeTypes =
  " Do you need to install type definitions for node? Try `npm i --save-dev @types/node` and then add 'node' to the types field in your tsconfig.";
const domTypes = " Do you need to change your target library? Try changing the 'lib' compiler option to include 'dom'.";

/** Names of an environment, and the compiler's rule and advice for each. */
const environment: readonly (readonly [name: string, rule: string, advice: string])[] = [
  ['process', 'TS2591', nodeTypes],
  ['Buffer', 'TS2591', nodeTypes],
  ['require', 'TS2591', nodeTypes],
  ['console', 'TS2584', domTypes],
  ['document', 'TS2584', domTypes],
  ['window', 'TS2304', ''],
  ['fetch', 'TS2304', ''],
  ['URL', 'TS2304', ''],
  ['setTimeout', 'TS2304', ''],
  ['queueMicrotask', 'TS2304', ''],
  ['performance', 'TS2304', ''],
  ['crypto', 'TS2304', ''],
  ['structuredClone', 'TS2304', ''],
  ['TextEncoder', 'TS2304', ''],
];

/** What type-checks everywhere and has no place in the domain. */
const globals: readonly (readonly [name: string, global: string, source: string])[] = [
  ['date-now', 'Date', 'export const now: number = Date.now();'],
  ['new-date', 'Date', 'export const now: unknown = new Date();'],
  ['date-call', 'Date', 'export const now: string = Date();'],
  ['date-taken-apart', 'Date', 'const { now } = Date;\nexport const time: number = now();'],
  ['date-handed-on', 'Date', 'export const clock: unknown = { Date };'],
  ['date-of-locale', 'Intl', 'export const now: string = new Intl.DateTimeFormat().format();'],
  ['random', 'Math', 'export const random: number = Math.random();'],
  ['global', 'globalThis', 'export const all: unknown = globalThis;'],
  ['global-date', 'globalThis', 'export const now: number = globalThis.Date.now();'],
];
const impure: readonly (readonly [name: string, source: string, rule: string, message: string])[] = [
  ...globals.map(
    ([name, global, source]) =>
      [name, source, 'lint/style/noRestrictedGlobals', `Do not use the global variable ${global}.`] as const,
  ),
  [
    'throw',
    "export const fail = (): never => {\n  throw new Error('no');\n};",
    'plugin',
    'The domain does not throw: an expected failure is a tagged Left.',
  ],
];

const environmentFile = (name: string): string => `packages/domain/src/probe-${name.toLowerCase()}.ts`;
const impureFile = (folder: string, name: string): string => `${folder}/probe-impure-${name}`;

let tree: ProbeTree;
let untouched: { readonly compiled: readonly Finding[]; readonly linted: readonly Finding[] };
let compiled: readonly Finding[];
let linted: readonly Finding[];

beforeAll(async () => {
  tree = await createProbeTree();
  const compiledUntouched = await tree.compile('-b', 'packages/domain');
  untouched = { compiled: compiledUntouched, linted: await tree.lint() };
  await tree.write('packages/domain/src/probe-node-module.ts', "export * from 'node:fs';\n");
  for (const [name] of environment) await tree.write(environmentFile(name), `export const found: unknown = ${name};\n`);
  for (const [name, source] of impure) {
    await tree.write(impureFile('packages/domain/src', `${name}.ts`), `${source}\n`);
    await tree.write(impureFile('packages/domain/src', `${name}.test.ts`), `${source}\n`);
    await tree.write(impureFile('packages/adapter-memory/src', `${name}.ts`), `${source}\n`);
  }
  compiled = await tree.compile('-b', 'packages/domain');
  linted = await tree.lint();
}, 120_000);

afterAll(() => tree.remove());

test('the domain passes as it is', () => {
  expect(untouched).toEqual({ compiled: [], linted: [] });
});

describe('the compiler does not know in the domain', () => {
  test('the modules of Node.js', () => {
    const file = 'packages/domain/src/probe-node-module.ts';
    expect(compiled.filter((finding) => finding.file === file)).toEqual([
      { file, rule: 'TS2591', message: `Cannot find name 'node:fs'.${nodeTypes}` },
    ]);
  });

  test.each(environment)('%s', (name, rule, advice) => {
    const file = environmentFile(name);
    const message = `Cannot find name '${name}'.${advice}`;
    expect(compiled.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
  });

  test('nothing else', () => {
    expect(compiled).toHaveLength(environment.length + 1);
  });
});

describe('the linter does not allow in the domain', () => {
  test.each(impure)('%s', (name, _, rule, message) => {
    const file = impureFile('packages/domain/src', `${name}.ts`);
    expect(linted.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
  });
});

describe('the linter allows', () => {
  test.each(impure)('%s in a test, and in another package', (name) => {
    const files = [
      impureFile('packages/domain/src', `${name}.test.ts`),
      impureFile('packages/adapter-memory/src', `${name}.ts`),
    ];
    expect(linted.filter(({ file }) => files.includes(file))).toEqual([]);
  });
});
