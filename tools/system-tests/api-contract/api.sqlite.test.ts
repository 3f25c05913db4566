import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd, startService } from '@animal-store/testkit/service';
import { afterAll } from 'vitest';
import { describeApiContract, storeTopics } from './describe-api-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { SQLITE_FILE: join(folder, 'animals.db') };
const issued = ['keys', 'issue', '--label', 'test', '--json'];

describeApiContract(
  'in an SQLite file',
  async () => {
    const { stdout } = await runToEnd({ args: issued, env });
    const { key } = JSON.parse(stdout) as { readonly key: string };
    return { ...(await startService({ env: { API_KEY: '', ...env } })), apiKey: key };
  },
  storeTopics,
);
