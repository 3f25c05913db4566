import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

it('the linter of Redocly finds nothing in the document by its recommended rules', async () => {
  const cwd = temporaryFolder();
  for (const [file, document] of Object.entries({
    'absolute.json': createOpenApiDocument({ base: 'https://api.test/v1', stagingBase: 'https://staging.test/v1' }),
    'local.json': createOpenApiDocument({ base: '/v1' }, 'http://127.0.0.1:41234'),
    'relative.json': createOpenApiDocument({ base: '/v1' }),
  }))
    writeFileSync(`${cwd}/${file}`, JSON.stringify(document));
  const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // Without a configuration file no rule is switched off. The linter ends with 1 if it finds an error.
  const files = ['absolute.json', 'local.json', 'relative.json'];
  const args = [linter, 'lint', ...files, '--extends=recommended', '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  // One report after another, on one line with the end of the one before it.
  const reports = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1).split(/(?<=^\})(?=\{)/m);
  const found = reports.map((report) => JSON.parse(report).problems);
  expect(found).toEqual([[], [], []]);
});
