import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { compileCache } from '@animal-store/testkit/compile-cache';
import { projectFile } from '@animal-store/testkit/project-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Report {
  readonly totals: Readonly<Record<'errors' | 'warnings' | 'ignored', number>>;
  readonly problems: readonly { readonly ruleId: string }[];
}

const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');

// Otherwise the linter would report each run and look for updates.
const env = {
  PATH: process.env['PATH'],
  ...compileCache,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

let folder: string;

/** The findings of the linter by all recommended rules. Without a configuration file none is switched off. */
const lint = async (document: object): Promise<Report> => {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const args = [linter, 'lint', file, '--extends=recommended', '--format=json'];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (_error, printed) => resolve(printed));
  });
  return JSON.parse(stdout);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-lint-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the linter of Redocly, by its recommended rules', () => {
  it.each([
    ['as it is without a configuration', { base: '/v1' }],
    ['with both addresses', { base: 'https://api.test/animals/v1', stagingBase: 'https://staging.test/v1' }],
  ])('finds nothing in the document %s', async (_, addresses) => {
    expect(await lint(createOpenApiDocument(addresses))).toMatchObject({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    });
  });

  it('would find an operation without a name', async () => {
    const { problems } = await lint({ ...createOpenApiDocument({ base: '/v1' }), paths: { '/pets': { get: {} } } });
    expect(problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId');
  });
});
