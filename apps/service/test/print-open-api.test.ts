import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { runService, startService, waitForEnd } from '@animal-store/testkit/service';
import { describe, expect, it } from 'vitest';

const production = 'https://api.test/animals/v1';
const staging = 'https://staging.test/v1';
const addresses = { BASE_URL: production, STAGING_BASE_URL: staging };

const printed = async (env: Readonly<Record<string, string>>): Promise<readonly [number | null, string, string]> => {
  const service = runService({ args: ['openapi'], env });
  const { code } = await waitForEnd(service);
  return [code, service.stdout(), service.stderr()];
};

const pretty = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

describe('animal-store openapi', () => {
  it('prints the document, with the addresses of the configuration', async () => {
    const document = createOpenApiDocument({ base: production, stagingBase: staging });
    expect(await printed(addresses)).toEqual([0, pretty(document), '']);
  });

  it('prints it without a configuration', async () => {
    expect(await printed({})).toEqual([0, pretty(createOpenApiDocument({ base: '/v1' })), '']);
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

  it('says which variable is wrong', async () => {
    const sentence = 'must be an http or https URL in ASCII whose path ends in /v1, without user, query and fragment';
    expect(await printed({ STAGING_BASE_URL: 'https://staging.test' })).toEqual([
      1,
      '',
      `animal-store: STAGING_BASE_URL ${sentence}\n`,
    ]);
  });

  it('prints what the service serves at /openapi.json', async () => {
    const service = await startService({ env: addresses });
    try {
      const [, document] = await printed(addresses);
      const response = await fetch(`${service.origin}/openapi.json`);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
      expect(pretty((await response.json()) as object)).toBe(document);
    } finally {
      await service.stop();
    }
  });
});
