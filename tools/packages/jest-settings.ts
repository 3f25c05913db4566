import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Published, run } from './published.ts';

const inTypeScript = `import { parseNewPetJson } from '@animal-store/domain';
declare const test: (name: string, body: () => void) => void;
declare const expect: (actual: unknown) => { readonly toBe: (expected: unknown) => void };
test('exact', () => {
  expect(parseNewPetJson('{"name":"Rex","categoryId":9223372036854775807}')._tag).toBe('Right');
});
`;
const inJavaScript = inTypeScript.replaceAll(/^declare.*\n/gm, '');

const babel = (modules: object): object => ({
  presets: [['@babel/preset-env', { targets: { node: '22' }, ...modules }], '@babel/preset-typescript'],
});

interface Way {
  readonly name: string;
  /** The `type` of the project. */
  readonly type: 'module' | 'commonjs';
  readonly config: object;
  readonly babel?: object;
}

const ways: readonly Way[] = [
  { name: 'nothing: JavaScript with `import`', type: 'module', config: { transform: {} } },
  {
    name: 'ts-jest, preset `ts-jest/presets/default-esm`',
    type: 'module',
    config: { preset: 'ts-jest/presets/default-esm' },
  },
  { name: 'ts-jest, preset `ts-jest`', type: 'commonjs', config: { preset: 'ts-jest' } },
  {
    name: 'babel-jest with `"modules": false`',
    type: 'module',
    config: { extensionsToTreatAsEsm: ['.ts'] },
    babel: babel({ modules: false }),
  },
  { name: 'babel-jest', type: 'commonjs', config: {}, babel: babel({}) },
  {
    name: 'babel-jest, the packages too',
    type: 'commonjs',
    config: { transformIgnorePatterns: ['/node_modules/(?!(.pnpm|@animal-store)/)'] },
    babel: babel({}),
  },
];

/** Runs a test in each way with each version of Node.js, with and without the flag. Returns the rows of the table. */
export const jestRows = async (published: Published, nodes: readonly string[]): Promise<readonly string[]> => {
  const { consumer, nodeFolders, env } = published;
  const projects = ways.map(({ name, type, config, babel: presets }, index) => {
    const folder = `jest/${index}`;
    const compilerOptions = { target: 'es2022', module: 'nodenext', types: [], strict: true, skipLibCheck: true };
    mkdirSync(join(consumer, folder), { recursive: true });
    const write = (file: string, text: string): void => writeFileSync(join(consumer, folder, file), text);
    write('package.json', JSON.stringify({ private: true, type }));
    write('tsconfig.json', JSON.stringify({ compilerOptions }));
    if (presets !== undefined) write('babel.config.json', JSON.stringify(presets));
    if ('transform' in config) write('exact.test.js', inJavaScript);
    else write('exact.test.ts', inTypeScript);
    return { ...config, rootDir: folder, displayName: name };
  });
  writeFileSync(join(consumer, 'jest.config.json'), JSON.stringify({ projects }));

  const runJest = async (version: string, flags: readonly string[]): Promise<readonly boolean[]> => {
    const jest = [`${nodeFolders[version]}/node`, '--no-warnings', ...flags, 'node_modules/jest/bin/jest.js'] as const;
    const { output } = await run([...jest, '--json', '--silent', '--config', 'jest.config.json'], consumer, env);
    const { testResults } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? output) as {
      readonly testResults: readonly { readonly name: string; readonly status: string }[];
    };
    return ways.map((_, index) => {
      const result = testResults.find(({ name }) => name.includes(`/jest/${index}/`));
      if (result === undefined) throw new Error(`Jest did not run ${ways[index]?.name}:\n${output}`);
      return result.status === 'passed';
    });
  };

  const columns: (readonly string[])[] = [];
  for (const version of nodes) {
    const [plain, flagged] = [await runJest(version, []), await runJest(version, ['--experimental-vm-modules'])];
    columns.push(
      ways.map((_, index) => {
        if (plain[index]) return flagged[index] ? '**runs**' : 'runs without the flag';
        return flagged[index] ? 'runs with the flag' : 'does not run';
      }),
    );
  }
  return ways.map(({ name, type }, index) => {
    const cells = columns.map((column) => column[index]);
    return `| ${name} | ${type === 'module' ? '`"module"`' : 'none'} | ${cells.join(' | ')} |`;
  });
};
