import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkService } from './check-service.ts';

const MiB = 2 ** 20;
const check = (environment: NodeJS.ProcessEnv, available?: number) =>
  checkService(environment, { version: '1.2.3' }, available)();

it('says what would run, and creates nothing', async () => {
  const file = join(temporaryFolder(), 'animals.db');
  const limits = { MAX_CONNECTIONS: '10', MAX_REQUESTS_IN_FLIGHT: '20', MAX_BYTES_IN_FLIGHT: '1048576' };
  const checked = await check({ SQLITE_FILE: file, ADMIN_PORT: '0', PORTS: '1', ...limits }, 1000 * MiB);
  expect(E.isRight(checked) && checked.right.text.replace(/\d+ MiB at most/, 'N MiB at most')).toBe(
    `The service can start with this configuration:

  version  1.2.3
  store    in the file ${file}, which a start creates
  API      127.0.0.1:8080
  metrics  off
  limits   10 connections, 20 requests and 1048576 bytes in flight, 50 % of them for one API key
  memory   N MiB at most, of 1000 MiB`,
  );
  expect(E.isRight(checked) && checked.right.warnings).toEqual([
    'PORTS is not a variable of the service: do you mean PORT?',
  ]);
  expect(existsSync(file)).toBe(false);
});

const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each<readonly [string, NodeJS.ProcessEnv, number | undefined, RegExp]>([
  ['an invalid variable', { PORT: 'x' }, undefined, /^PORT must be a whole number/],
  ['a store that is not meant', { NODE_ENV: 'production' }, undefined, /^no store is chosen/],
  ['an unusable store', { SQLITE_FILE: '/nowhere/a.db' }, undefined, /^SQLITE_FILE: .* directory does not exist$/],
  [
    'limits that do not fit with traces',
    traces,
    512 * MiB,
    /^the limits need 5[2-9]\d MiB .* the container has 512 MiB/,
  ],
  ['limits that do not fit', {}, 100 * MiB, /^the limits need \d+ MiB .* the container has 100 MiB/],
])('refuses %s with one sentence', async (_, environment, available, sentence) => {
  expect(await check(environment, available)).toEqual(E.left([expect.stringMatching(sentence)]));
});
