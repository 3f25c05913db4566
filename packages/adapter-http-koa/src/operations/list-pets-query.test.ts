import type { PetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { encodeCursor } from './cursor.ts';
import { decodeListPetsQuery, parameterNames } from './list-pets-query.ts';

const seven = 7n as PetId;

const rule = (path: string, message: string) => ({ path, message });
const limitRule = rule('limit', 'must be an integer between 1 and 100, in plain digits');
const statusRule = rule('status', 'must be one of available, pending, sold');
const cursorRule = rule('cursor', 'must come from a Link header and be sent with the query of that link');
const once = (path: string) => rule(path, 'must be given only once');
const bare = (path: string) => rule(path, 'must be written without brackets');

const accepted: readonly (readonly [querystring: string, query: unknown])[] = [
  ['', { limit: 20 }],
  ['limit=1', { limit: 1 }],
  ['limit=100', { limit: 100 }],
  ['limit=%35', { limit: 5 }],
  ['%6Cimit=5', { limit: 5 }],
  ['status=available', { limit: 20, status: 'available' }],
  ['status=pending&limit=3', { limit: 3, status: 'pending' }],
  ['st%61tus=sold', { limit: 20, status: 'sold' }],
  [`cursor=${encodeCursor(seven, {})}`, { limit: 20, after: 7n }],
  [`cursor=${encodeCursor(0n as PetId, {})}`, { limit: 20, after: 0n }],
  [`cursor=${encodeCursor(seven, { status: 'sold' })}&status=sold&limit=2`, { limit: 2, status: 'sold', after: 7n }],
  ['Limit=0&LIMIT=x&offset=1&page=&limits[]=5&[limit]=5&=3&&&', { limit: 20 }],
  ['limits=0&statuses=x&__proto__=1&constructor=2', { limit: 20 }],
  ['x=%ZZ&y=%FF&%=%', { limit: 20 }],
  ['__proto__.limit=5', { limit: 20 }],
];

const refused: readonly (readonly [querystring: string, violations: readonly unknown[]])[] = [
  ...[
    '',
    ...'0 101 -1 +5 05 5.0 1e1 0x5'.split(' '),
    ...[' 5', '5 '],
    ...'5,6 x %00 ٥ 4294967301 18446744073709551617 % %ZZ %FF'.split(' '),
    '1'.repeat(400),
  ].map((limit) => [`limit=${limit}`, [limitRule]] as const),
  ['limit', [limitRule]],
  ...['', 'Sold', 'SOLD', 'sold ', '+sold', 'sold,pending', 'lost', 'null', 'undefined', '__proto__'].map(
    (status) => [`status=${status}`, [statusRule]] as const,
  ),
  ['cursor=', [cursorRule]],
  ['cursor=x', [cursorRule]],
  [`cursor=${encodeCursor(seven, { status: 'sold' })}`, [cursorRule]],
  [`cursor=${encodeCursor(seven, { status: 'sold' })}&status=pending`, [cursorRule]],
  [`cursor=${encodeCursor(seven, {})}&status=sold`, [cursorRule]],
  ['limit=x&limit=5&limit', [once('limit')]],
  ['limit=5&%6Cimit=6', [once('limit')]],
  ...parameterNames.map((name) => [`${name}=&${name}=`, [once(name)]] as const),
  ...parameterNames.flatMap((name) =>
    ['[]', '[0]', '[a][b]', '[', '%5B%5D'].map((form) => [`${name}${form}=x`, [bare(name)]] as const),
  ),
  ['limit[]=5&limit=5&cursor[0]', [bare('limit'), bare('cursor')]],
  ['limit=0&status=lost&cursor=x', [limitRule, statusRule, cursorRule]],
  ['status=lost&limit=5&limit=6', [once('limit'), statusRule]],
];

it.each(accepted)('reads %j', (querystring, query) => {
  expect(decodeListPetsQuery(querystring)).toStrictEqual(E.right(query));
});

it.each(refused)('refuses $0', (querystring, violations) => {
  expect(decodeListPetsQuery(querystring)).toEqual(E.left(violations));
});

it('finds its parameters among any number of others', () => {
  const others = Array.from({ length: 5_000 }, (_, index) => `p${index}=${index}`).join('&');
  expect(decodeListPetsQuery(`${others}&limit=3`)).toEqual(E.right({ limit: 3 }));
  expect(decodeListPetsQuery(`limit=3&${others}&limit=4`)).toEqual(E.left([once('limit')]));
});
