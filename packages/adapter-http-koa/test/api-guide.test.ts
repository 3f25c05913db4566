import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { maxJsonNesting } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { errorStatuses } from '../src/api-error.ts';
import { contentCodings, maxBodyBytes } from '../src/errors.ts';
import { responseHeaders } from '../src/openapi-document.ts';
import { maxHeaderSize, serverLimits } from '../src/server/create-http-server.ts';

const guide = fileURLToPath(new URL('../../../docs/api.md', import.meta.url));

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
