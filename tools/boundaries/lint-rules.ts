import { describe, expect, test } from 'vitest';
import type { Finding, Found, ProbeFile } from './probe-tree.ts';

type Probe = Finding & ProbeFile;

const enumFile = 'packages/adapter-memory/src/probe-enum.ts';

const deepImportProbe = (file: string, specifier: string): Probe => ({
  file,
  source: `export * from '${specifier}';\n`,
  rule: 'lint/style/noRestrictedImports',
  message: "A deep import crashes plain Node.js: import from 'fp-ts' or 'io-ts' itself.",
});

const circleProbe = (name: string, other: string): Probe => ({
  file: `packages/adapter-memory/src/probe-circle-${name}.ts`,
  source: `import type { ${other} } from './probe-circle-${other}.ts';\n\nexport type ${name} = { readonly other: ${other} };\n`,
  rule: 'lint/suspicious/noImportCycles',
  message: 'This import is part of a cycle.',
});

const testProbe = (file: string, call: string, rule: string, message: string): Probe => ({
  file,
  source: `import { describe, test } from 'vitest';\n\n${call}('nothing', () => {});\n\nexport const used: unknown = [describe, test];\n`,
  rule,
  message,
});

const lintProbes: readonly Probe[] = [
  {
    file: 'packages/adapter-memory/src/probe-default.ts',
    source: "const nothing: string = '';\nexport default nothing;\n",
    rule: 'lint/style/noDefaultExport',
    message: 'Avoid default exports.',
  },
  {
    file: enumFile,
    source: "export enum Colour {\n  Red = 'red',\n}\n",
    rule: 'lint/style/noEnum',
    message: "Don't use enum",
  },
  {
    file: 'packages/adapter-memory/src/probe-any.ts',
    source: 'export const anything: any = 0;\n',
    rule: 'lint/suspicious/noExplicitAny',
    message: 'Unexpected any. Specify a different type.',
  },
  {
    file: 'packages/adapter-memory/src/probe-non-null.ts',
    source: 'export const sure = (text: string | undefined): string => text!;\n',
    rule: 'lint/style/noNonNullAssertion',
    message: 'Forbidden non-null assertion.',
  },
  {
    file: 'packages/adapter-http-koa/src/probe-builtin.ts',
    source: "export { readFile } from 'fs';\n",
    rule: 'lint/style/useNodejsImportProtocol',
    message: 'A Node.js builtin module should be imported with the node: protocol.',
  },
  {
    file: 'packages/adapter-http-koa/src/probe-console.test.ts',
    source: "console.log('no');\n",
    rule: 'lint/suspicious/noConsole',
    message: "Don't use console.",
  },
  circleProbe('one', 'other'),
  circleProbe('other', 'one'),
  {
    file: 'packages/adapter-http-koa/src/message/probe-arrow-up.ts',
    source: "export type { HttpServer } from '../server/http-server.ts';\n",
    rule: 'plugin',
    message: 'A room imports from lower rooms only: tools/lint/no-arrow-up.grit has their order.',
  },
  deepImportProbe('packages/domain/src/probe-fp-ts.ts', 'fp-ts/Either'),
  deepImportProbe('apps/service/src/probe-io-ts.ts', 'io-ts/Decoder'),
  testProbe(
    'packages/domain/src/probe-only.test.ts',
    'test.only',
    'lint/suspicious/noFocusedTests',
    "Don't focus the test.",
  ),
  testProbe(
    'packages/domain/src/probe-skip.test.ts',
    'test.skip',
    'lint/suspicious/noSkippedTests',
    "Don't disable tests.",
  ),
  {
    file: 'packages/domain/src/probeCamel.ts',
    source: 'export const nothing = 0;\n',
    rule: 'lint/style/useFilenamingConvention',
    message: 'The filename should be in kebab-case.',
  },
];

export const lintRuleProbes: readonly ProbeFile[] = lintProbes;

/** Code that the linter or the compiler forbids everywhere. */
export const describeLintRules = (found: () => Found): void => {
  describe('the linter does not allow', () => {
    test.each(lintProbes)('$rule in $file', ({ file, rule, message }) => {
      expect(found().linted.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
    });
  });

  test('the compiler does not allow an enum, which Node.js cannot strip', () => {
    expect(found().compiled.filter(({ file }) => file === enumFile)).toEqual([
      { file: enumFile, rule: 'TS1294', message: "This syntax is not allowed when 'erasableSyntaxOnly' is enabled." },
    ]);
  });

  test('plain Node.js crashes on a deep import of fp-ts', async () => {
    const importing = (specifier: string): string =>
      `await import('${specifier}').then(() => console.log('loaded'), ({ code }) => console.log(code));`;
    const run = async (specifier: string): Promise<string> =>
      (await found().tree.node('packages/domain', '--input-type=module', '--eval', importing(specifier))).stdout;
    expect(await run('fp-ts/Either')).toBe('ERR_UNSUPPORTED_DIR_IMPORT\n');
    expect(await run('fp-ts')).toBe('loaded\n');
  });
};
