import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { describeNeeding } from '@animal-store/testkit/needs';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { programs } from './document-programs.ts';
import { packages, run } from './published.ts';

const { consumer, folder, nodeFolders, env } = inject('published');
const oldest = join(folder, 'oldest');
const node = (cwd: string, ...args: readonly string[]) =>
  run([`${nodeFolders['24']}/node`, '--no-warnings', ...args], cwd, env);

const own = /'(?:mongodb|postgresql|http):[^']*'/g;

/** Runs a program of a document, with the address of a server of the tests instead of its own. */
const outputOf = async (cwd: string, file: string, address?: string): Promise<string> => {
  const [code = 'throw new Error("The document has no such program")'] = programs
    .filter((program) => program.file === file)
    .map((program) => program.code);
  writeFileSync(join(cwd, file), address === undefined ? code : code.replace(own, () => `'${address}'`));
  const { code: exit, output } = await node(cwd, file);
  expect(exit, output).toBe(0);
  return output;
};

/** What the programs print; the others print nothing. */
const printed: Readonly<Record<string, RegExp>> = {
  'adapter-sqlite-0.ts': /name: 'Rex'/,
  'service-0.ts': / 200 \[\]\n$/,
  'use-the-domain-0.ts': /^first .*"name":"Rex".*\nretry .*\n1n Rex\n$/,
};

test.each(programs.filter(({ code }) => code.search(own) < 0 && !code.includes('Container')))(
  '$file runs',
  async ({ file }) => expect(await outputOf(consumer, file)).toMatch(printed[file] ?? /^$/),
);

const { run: docker } = inject('mongodb');
const need = {
  where: 'in containers',
  missing: docker ? undefined : 'there is no Docker engine',
  requiredBy: 'REQUIRE_MONGODB',
};
describeNeeding(need, 'the guide of tests on MongoDB', () => {
  test('has a test that passes', async () => {
    expect(await outputOf(consumer, 'test-on-mongodb-0.ts')).toContain('pass 1');
  });

  test('has a test that shows the cause without the option that it needs', async () => {
    const code = readFileSync(join(consumer, 'test-on-mongodb-0.ts'), 'utf8');
    writeFileSync(join(consumer, 'without-option.ts'), code.replace('?directConnection=true', ''));
    const { code: exit, output } = await node(consumer, 'without-option.ts');
    expect([exit, output]).toEqual([
      1,
      expect.stringMatching(/RepositoryUnavailable[\s\S]*getaddrinfo \w+ [0-9a-f]{12}/),
    ]);
  });
});

// A program that has the first version of each range, as npm installs it.
describe('the oldest libraries', () => {
  const manifests = packages
    .filter(({ path }) => path.startsWith('packages/'))
    .map(({ name }) => JSON.parse(readFileSync(join(consumer, 'node_modules', name, 'package.json'), 'utf8')));
  const shared = Object.fromEntries(
    manifests
      .flatMap(({ dependencies, peerDependencies }) => Object.entries<string>({ ...dependencies, ...peerDependencies }))
      .filter(([name, range]) => !name.startsWith('@animal-store/') && range.startsWith('^'))
      .map(([name, range]) => [name, range.slice(1)]),
  );

  beforeAll(async () => {
    const types = { '@types/koa': '3.0.0', '@types/koa-mount': '^4.0.5', '@types/node': '^24.0.0' };
    const versions = Object.fromEntries(manifests.map(({ name, version }) => [name, version]));
    const dependencies = { ...versions, ...shared, ...types, 'koa-mount': '^4.2.0' };
    mkdirSync(oldest);
    writeFileSync(join(oldest, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
    const { code, output } = await run(['npm', 'install'], oldest, env);
    expect(code, output).toBe(0);
  });

  test('are the only copies', () => {
    expect(Object.keys(shared)).toEqual(expect.arrayContaining(['koa', 'mongodb', 'pg']));
    expect(globSync(`node_modules/**/node_modules/{${Object.keys(shared)}}`, { cwd: oldest })).toEqual([]);
  });

  test('have the types that the packages need', async () => {
    const files = programs.filter(({ file }) => /^(?:access|adapter|domain|use)/.test(file));
    for (const { file, code } of files) writeFileSync(join(oldest, file), code);
    const compilerOptions = { target: 'es2022', module: 'nodenext', types: ['node'], strict: true, noEmit: true };
    const config = JSON.stringify({ compilerOptions, files: files.map(({ file }) => file) });
    writeFileSync(join(oldest, 'tsconfig.json'), config);
    const compiler = join(consumer, 'node_modules/typescript-7.0/bin/tsc');
    expect(await node(oldest, compiler, '--pretty', 'false')).toEqual({ code: 0, output: '' });
  });

  describeOnMongodb('MongoDB', ({ uri }) => {
    test('runs the programs of its README', async () => {
      expect(await outputOf(oldest, 'adapter-mongodb-0.ts', uri)).toMatch(/name: 'Rex'/);
      expect(await outputOf(oldest, 'adapter-mongodb-1.ts', uri)).toBe('Right\n');
    });
  });

  describeOnPostgres('PostgreSQL', ({ uri }) => {
    test('runs the program of its README', async () => {
      expect(await outputOf(oldest, 'adapter-postgres-0.ts', uri)).toMatch(/name: 'Rex'/);
    });
  });
});
