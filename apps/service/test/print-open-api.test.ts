import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { runService, waitForEnd } from '@animal-store/testkit/service';
import { describe, expect, it } from 'vitest';

const production = 'https://api.test/animals/v1';
const staging = 'https://staging.test/v1';
describe('animal-store openapi', () => {
  it('prints the document, with the addresses of the configuration', async () => {
    const document = createOpenApiDocument({ base: production, stagingBase: staging });
    const service = runService({ args: ['openapi'], env: { BASE_URL: production, STAGING_BASE_URL: staging } });
    const { code } = await waitForEnd(service);
    const printed = [code, service.stdout(), service.stderr()];
    expect(printed).toEqual([0, `${JSON.stringify(document, null, 2)}\n`, '']);
  });

  it('does not mind a reader that goes away', async () => {
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@animal-store/source', main, 'openapi'], {
      env: { PATH: process.env['PATH'] },
    });
    child.stdout.destroy();
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([stderr, child.exitCode]).toEqual(['', 0]);
  });
});
