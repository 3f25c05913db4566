import { writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { run } from './run.ts';

it('the linter of Redocly finds nothing in the document by its recommended rules', async () => {
  const folder = temporaryFolder();
  const document = createOpenApiDocument({ base: 'https://api.test/v1', stagingBase: 'https://staging.test/v1' });
  writeFileSync(`${folder}/openapi.json`, JSON.stringify(document));
  const linter = projectFile('tools/node_modules/@redocly/cli/bin/cli.js');
  // Without a configuration file no rule is switched off.
  const command = [process.execPath, linter, 'lint', 'openapi.json', '--extends=recommended', '--format=json'] as const;
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { code, output } = await run(command, folder, quiet);
  expect([code, output.match(/"problems": \[[^\]]*\]/)?.[0]], output).toEqual([0, '"problems": []']);
});
