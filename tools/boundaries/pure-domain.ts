import { describe, expect, test } from 'vitest';
import type { Found, ProbeFile } from './probe-tree.ts';

const nodeTypes =
  " Do you need to install type definitions for node? Try `npm i --save-dev @types/node` and then add 'node' to the types field in your tsconfig.";
const domTypes = " Do you need to change your target library? Try changing the 'lib' compiler option to include 'dom'.";

/** Names from an environment, each with the compiler's rule and advice. */
const environment: readonly (readonly [name: string, rule: string, advice: string])[] = [
  ['process', 'TS2591', nodeTypes],
  ['console', 'TS2584', domTypes],
  ['fetch', 'TS2304', ''],
  ['crypto', 'TS2304', ''],
];

/** Code that type-checks everywhere but is forbidden in the pure packages. */
const globals: readonly (readonly [name: string, global: string, source: string])[] = [
  ['date-now', 'Date', 'export const now: number = Date.now();'],
  ['date-of-locale', 'Intl', 'export const now: string = new Intl.DateTimeFormat().format();'],
  ['random', 'Math', 'export const random: number = Math.random();'],
  ['global', 'globalThis', 'export const all: unknown = globalThis;'],
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
    'A pure package does not throw: an expected failure is a tagged Left.',
  ],
];

const pureFolders = ['packages/domain', 'packages/access'];

const environmentFile = (folder: string, name: string): string =>
  `${folder}/src/probe-environment-${name.toLowerCase()}.ts`;
const impureFile = (folder: string, name: string): string => `${folder}/probe-impure-${name}`;

export const pureProbes: readonly ProbeFile[] = [
  ...pureFolders.flatMap((folder) => [
    { file: `${folder}/src/probe-node-module.ts`, source: "export * from 'node:fs';\n" },
    ...environment.map(([name]) => ({
      file: environmentFile(folder, name),
      source: `export const found: unknown = ${name};\n`,
    })),
    ...impure.flatMap(([name, source]) =>
      ['.ts', '.test.ts'].map((end) => ({ file: impureFile(`${folder}/src`, name + end), source: `${source}\n` })),
    ),
  ]),
  ...impure.map(([name, source]) => ({
    file: impureFile('packages/adapter-memory/src', `${name}.ts`),
    source: `${source}\n`,
  })),
];

/** The pure packages depend on no environment, clock or randomness, and do not throw. */
export const describePureDomain = (found: () => Found): void => {
  describe.each(pureFolders)('%s', (folder) => {
    test('does not type-check with a module of Node.js', () => {
      const file = `${folder}/src/probe-node-module.ts`;
      expect(found().compiled.filter((finding) => finding.file === file)).toEqual([
        { file, rule: 'TS2591', message: `Cannot find name 'node:fs'.${nodeTypes}` },
      ]);
    });

    test.each(environment)('does not type-check with %s', (name, rule, advice) => {
      const file = environmentFile(folder, name);
      const message = `Cannot find name '${name}'.${advice}`;
      expect(found().compiled.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
    });

    test.each(impure)('does not lint with %s', (name, _, rule, message) => {
      const file = impureFile(`${folder}/src`, `${name}.ts`);
      expect(found().linted.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
    });

    test.each(impure)('lints with %s in a test', (name) => {
      const file = impureFile(`${folder}/src`, `${name}.test.ts`);
      expect(found().linted.filter((finding) => finding.file === file)).toEqual([]);
    });
  });

  test.each(impure)('another package lints with %s', (name) => {
    const file = impureFile('packages/adapter-memory/src', `${name}.ts`);
    expect(found().linted.filter((finding) => finding.file === file)).toEqual([]);
  });
};
