import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { compileCache } from '@animal-store/testkit/compile-cache';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it, onTestFinished } from 'vitest';

const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');

// Otherwise the linter would report each run and look for updates.
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const complete = createOpenApiDocument({ base: 'https://api.test/animals/v1', stagingBase: 'https://staging.test/v1' });

it.each([
  ['nothing in the document', complete, []],
  ['an operation without a name', { ...complete, paths: { '/pets': { get: {} } } }, ['operation-operationId']],
])('the linter of Redocly finds by its recommended rules %s', async (_, document, found) => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  // Without a configuration file no rule is switched off.
  const args = [linter, 'lint', file, '--extends=recommended', '--format=json'];
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...compileCache, ...quiet } };
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
  const { problems } = JSON.parse(printed) as { readonly problems: readonly { readonly ruleId: string }[] };
  const rules = problems.map(({ ruleId }) => ruleId);
  expect(rules).toEqual(found.length === 0 ? [] : expect.arrayContaining(found));
});
