import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { maxJsonNesting } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { contentCodings } from '../src/body/read-json-body.ts';
import {
  connectionLimits,
  maxBodyBytes,
  maxHeaderSize,
  maxPackedBytes,
  maxSmallPieces,
  smallPieceBytes,
  timeLimits,
} from '../src/limits.ts';
import { errorCodes } from '../src/message/error-codes.ts';

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

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

const errors = Object.entries(errorCodes).map(([code, { status, when, advice }]) => [
  `\`${code}\``,
  `${status}`,
  when,
  advice,
]);

const limits = [
  ['uncompressed or decompressed body', kibibytes(maxBodyBytes), '413'],
  ['compressed body', kibibytes(maxPackedBytes), '413'],
  [
    `chunks or TCP segments below ${kibibytes(smallPieceBytes)} per body`,
    maxSmallPieces.toLocaleString('en'),
    '413, and the connection is closed',
  ],
  ['nesting of objects and arrays in a body', `${maxJsonNesting} levels`, '400'],
  ['request line and headers together', kibibytes(maxHeaderSize), '431'],
  ['time until all headers have arrived', seconds(timeLimits.headersTimeout), '408'],
  ['time until the whole request has arrived', seconds(timeLimits.requestTimeout), '408'],
  ['time to read one response', seconds(timeLimits.responseTimeout), 'the connection is closed'],
  ['unanswered requests on one connection', `${connectionLimits.maxUnanswered}`, 'the connection is closed'],
  ['time between two requests on a connection', seconds(timeLimits.keepAliveTimeout), 'the connection is closed'],
  ['supported content codings of a body', contentCodings.map((coding) => `\`${coding}\``).join(', '), '415'],
];

it('lists every error code and every limit', async () => {
  const text = readFileSync(guide, 'utf8');
  const tables = {
    errors: table(['code', 'status', 'when', 'what to do'], errors),
    limits: table(['limited value', 'limit', 'if exceeded'], limits),
  };
  expect(text.match(/^<!-- (errors|limits);/gm)).toEqual(['<!-- errors;', '<!-- limits;']);
  await expect(withTables(text, tables)).toMatchFileSnapshot(guide);
});
