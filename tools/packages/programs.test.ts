import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { describeNeeding } from '@animal-store/testkit/needs';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { run } from '@animal-store/testkit/run-program';
import { expect, inject, test } from 'vitest';
import { programs } from './document-programs.ts';

const { consumer, nodeFolders, env } = inject('published');

const own = /'(?:mongodb|postgresql|http):[^']*'/g;

/** Runs a program of a document, with the address of a server of the tests instead of its own. */
const outputOf = async (file: string, address?: string): Promise<string> => {
  const [code = 'throw new Error("The document has no such program")'] = programs
    .filter((program) => program.file === file)
    .map((program) => program.code);
  writeFileSync(join(consumer, file), address === undefined ? code : code.replace(own, () => `'${address}'`));
  const { code: exit, output } = await run([`${nodeFolders['24']}/node`, '--no-warnings', file], consumer, env);
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
  async ({ file }) => expect(await outputOf(file)).toMatch(printed[file] ?? /^$/),
);

const { run: docker } = inject('mongodb');
const need = {
  where: 'in containers',
  missing: docker ? undefined : 'there is no Docker engine',
  requiredBy: 'REQUIRE_MONGODB',
};
describeNeeding(need, 'the guide of tests on MongoDB', () => {
  test('has a test that passes', async () => {
    expect(await outputOf('test-on-mongodb-0.ts')).toContain('pass 1');
  });
});

describeOnMongodb('MongoDB', ({ uri }) => {
  test('runs the programs of its README', async () => {
    expect(await outputOf('adapter-mongodb-0.ts', uri)).toMatch(/name: 'Rex'/);
    expect(await outputOf('adapter-mongodb-1.ts', uri)).toBe('Right\n');
  });
});

describeOnPostgres('PostgreSQL', ({ uri }) => {
  test('runs the program of its README', async () => {
    expect(await outputOf('adapter-postgres-0.ts', uri)).toMatch(/name: 'Rex'/);
  });
});
