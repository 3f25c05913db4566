import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { compileCache } from '@animal-store/testkit/compile-cache';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');

// Otherwise the linter would report each run and look for updates.
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const complete = createOpenApiDocument({ base: 'https://api.test/animals/v1', stagingBase: 'https://staging.test/v1' });

it('the linter of Redocly finds nothing in the document by its recommended rules', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(complete));
  // Without a configuration file no rule is switched off. What breaks a rule is among the problems, or ends the linter with 1.
  const args = [linter, 'lint', file, '--extends=recommended', '--format=json'];
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...compileCache, ...quiet } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(JSON.parse(stdout).problems).toEqual([]);
});
