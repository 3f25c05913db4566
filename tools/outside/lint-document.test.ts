import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

it('the linter of Redocly finds nothing in the document by its recommended rules', async () => {
  const cwd = temporaryFolder();
  const document = createOpenApiDocument({ base: 'https://api.test/v1', stagingBase: 'https://staging.test/v1' });
  writeFileSync(`${cwd}/openapi.json`, JSON.stringify(document));
  const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // Without a configuration file no rule is switched off. The linter ends with 1 if it finds an error.
  const args = [linter, 'lint', 'openapi.json', '--extends=recommended', '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  expect(JSON.parse(stdout.slice(stdout.indexOf('{'))).problems).toEqual([]);
});
