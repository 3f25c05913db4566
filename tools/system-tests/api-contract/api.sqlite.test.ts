import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWithIssuedKey } from '@animal-store/testkit/service';
import { afterAll } from 'vitest';
import { describeApiContract } from './describe-api-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { SQLITE_FILE: join(folder, 'animals.db') };
describeApiContract('in an SQLite file', () => startWithIssuedKey(env));
