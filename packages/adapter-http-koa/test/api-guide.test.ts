import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { maxJsonNesting } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { type ApiError, errorStatuses } from '../src/api-error.ts';
import { contentCodings, errors, maxBodyBytes } from '../src/errors.ts';
import { responseHeaders } from '../src/openapi-document.ts';
import { maxHeaderSize, serverLimits } from '../src/server/create-http-server.ts';

const docs = new URL('../../../docs/', import.meta.url);
const guide = fileURLToPath(new URL('api.md', docs));
const troubleshooting = fileURLToPath(new URL('troubleshooting.md', docs));

type Rows = readonly (readonly string[])[];

const table = (head: readonly string[], rows: Rows): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );

/** The text with each table as it should be, between the comment of the table and the comment `end`. */
const withTables = (text: string, tables: Readonly<Record<string, string>>): string =>
  text.replace(/^(<!-- (\w+);[^\n]*-->\n\n).*?(?=\n\n<!-- end -->$)/gms, (whole, begin: string, name: string) =>
    name in tables ? `${begin}${tables[name]}` : whole,
  );

const limits = [
  ['uncompressed or decompressed body', `${maxBodyBytes / 1024} KiB`, '413'],
  ['nesting of objects and arrays in a body', `${maxJsonNesting} levels`, '400'],
  ['request line and headers together', `${maxHeaderSize / 1024} KiB`, '431'],
  ['time until all headers have arrived', `${serverLimits.headersTimeout / 1000} s`, '408'],
  ['time until the whole request has arrived', `${serverLimits.requestTimeout / 1000} s`, '408'],
  [
    'time between two requests on a connection',
    `${serverLimits.keepAliveTimeout / 1000} s`,
    'the connection is closed',
  ],
  ['supported content codings of a body', contentCodings.map((coding) => `\`${coding}\``).join(', '), '415'],
];

const text = readFileSync(guide, 'utf8');

it('lists every response header and every limit', async () => {
  expect(responseHeaders.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
  const tables = { limits: table(['limited value', 'limit', 'if exceeded'], limits) };
  expect(text.match(/^<!-- limits;/gm)).toHaveLength(1);
  await expect(withTables(text, tables)).toMatchFileSnapshot(guide);
});

it('lists every error code with its status, and no other', () => {
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  expect(rows).toEqual(Object.entries(errorStatuses));
});

/** What to do about each error 429 and 503. */
const cures: Readonly<Record<string, string>> = {
  shareTaken: 'the client waits for its responses; raise `MAX_REQUESTS_IN_FLIGHT` if it needs more',
  rateExceeded: 'the client waits as `Retry-After` says; raise `RATE_LIMIT` if it needs more',
  allTaken: 'add instances, or raise `MAX_REQUESTS_IN_FLIGHT`; limit a key that sends most requests with `RATE_LIMIT`',
  notReady: 'only `/readyz` says it: see the `reason` of `not ready` in the log',
  storeUnavailable: 'repair the store; the service recovers by itself',
  storeFull: 'a durable store, or more memory and a restart',
};

// Each other factory takes nothing, a list, or a value of any type.
const given: Readonly<Record<string, readonly unknown[]>> = { rateExceeded: [600, 60, 1] };
const refusals = Object.entries<(...given: never[]) => ApiError>(errors)
  .map(([name, create]) => [name, create(...((given[name] ?? [[]]) as never[]))] as const)
  .filter(([, { status }]) => status === 429 || status === 503);

it('has the cause of each 429 and 503 for the metric, but of /readyz', () => {
  const unnamed = refusals.flatMap(([name, { details }]) => (details.refusal === undefined ? name : []));
  expect(unnamed).toEqual(['notReady']);
});

it('lists each cause of a 429 and of a 503 for the operator', async () => {
  const rows = refusals.map(([name, { status, message, details }]) => [
    `${status}`,
    message,
    details.refusal === undefined ? '' : `\`${details.refusal}\``,
    cures[name] ?? expect.fail(`What is to do about ${name}? Say it in this test.`),
  ]);
  const text = readFileSync(troubleshooting, 'utf8');
  const tables = { refusals: table(['status', '`message`', '`cause`', 'what to do'], rows) };
  expect(text.match(/^<!-- refusals;/gm)).toHaveLength(1);
  await expect(withTables(text, tables)).toMatchFileSnapshot(troubleshooting);
});

it('lists each cause at its metric, and those of a 503 at its alert', () => {
  const causes = (wanted: number) =>
    refusals
      .flatMap(
        ([
          ,
          {
            status,
            details: { refusal = [] },
          },
        ]) => (status === wanted ? refusal : []),
      )
      .toSorted();
  const named = (text = '') => [...text.matchAll(/`([a-z]+)`/g)].map(([, cause]) => cause).toSorted();
  const metric = /^\| `http_server_refused_requests_total` .*$/m.exec(
    readFileSync(new URL('deploy.md', docs), 'utf8'),
  )?.[0];
  const alert = /^### AnimalStoreUnavailable\n.*?(?=^#)/ms.exec(readFileSync(troubleshooting, 'utf8'))?.[0];
  expect(named(/429 (\(.*?\))/.exec(metric ?? '')?.[1])).toEqual(causes(429));
  expect(named(/503 (\(.*?\))/.exec(metric ?? '')?.[1])).toEqual(causes(503));
  expect(named(alert)).toEqual(expect.arrayContaining(causes(503)));
});
