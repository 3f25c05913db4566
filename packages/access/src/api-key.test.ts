import { crc32 } from 'node:zlib';
import { IdempotencyScope, reasonsOf, toViolations } from '@animal-store/domain';
import { valid } from '@animal-store/testkit/valid';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import {
  ApiKey,
  ApiKeyDigest,
  ApiKeyId,
  ApiKeyLabel,
  ApiKeyToken,
  apiKeyOfColumns,
  apiKeyState,
  revokeFrom,
  scopeOfApiKey,
  useAt,
} from './api-key.ts';
import { Instant } from './instant.ts';
import { backdated } from './revoked-at.ts';

const fields = { id: 'abcdefgh', label: 'ci', digest: '0123456789abcdef'.repeat(4), created: 1000 };
const key = valid(ApiKey);
const at = valid(Instant);

const signed = (body: string): string => `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
const secret = 'abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrst';
const token = signed(`ask_abcdefgh_${secret}`);

describe.each([
  [
    ApiKeyId,
    ['aaaaaaaa', 'zzzz2345', '77777777'],
    ['', 'aaaaaaa', 'aaaaaaaaa', 'AAAAAAAA', 'aaaaaaa1', 'aaaaaaa8', 'aaaaaaaa\n', 7, null],
    'must be 8 characters of a-z and 2-7',
  ],
  [
    ApiKeyDigest,
    [fields.digest],
    ['', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), `${'a'.repeat(63)}g`, `${'a'.repeat(64)}\n`, 7],
    'must be 64 lower-case hex digits',
  ],
  [
    ApiKeyLabel,
    ['c', ' ', 'ci of the shop', 'é', '🐕'.repeat(100), 'x'.repeat(100), 'ci\u202e'],
    ['', 'x'.repeat(101), '🐕'.repeat(101), 'a\0', 'a\n', '\u007f', '\u0085', '\ud800', 'a\udc15', 7, null],
    'must be 1 to 100 characters of well-formed text without control characters',
  ],
  [
    ApiKeyToken,
    [token],
    [
      ...['', `${token.slice(0, -8)}00000000`, `${token.slice(0, -8)}${token.slice(-8).toUpperCase()}`, `${token}\n`],
      ...[signed(`key_abcdefgh_${secret}`), signed(`ask_abcdefg_${secret}`), signed(`ask_abcdefgh_${secret.slice(1)}`)],
      ...[signed(`ask_abcdefgh_${secret.slice(1)}1`), signed(` ask_abcdefgh_${secret}`), signed(token)],
      ...[Object(token), null],
    ],
    'must be an API key, ask_<id>_<secret>_<checksum>',
  ],
  [
    Instant,
    [0, 8.64e15, -8.64e15],
    [0.5, 8.64e15 + 1, -8.64e15 - 1, Number.NaN, Number.POSITIVE_INFINITY, 0n, '0', null, new Date(0)],
    'must be whole milliseconds since 1970-01-01T00:00:00Z',
  ],
])('$name', (codec, accepted, refused, message) => {
  it.each(accepted.map((value) => [value]))('takes value %#', (value) => {
    expect(codec.decode(value)).toEqual(E.right(value));
    expect(codec.is(value)).toBe(true);
  });

  it.each(refused.map((value) => [value]))('refuses value %#', (value) => {
    const decoded: t.Validation<unknown> = codec.decode(value);
    expect(E.mapLeft(toViolations)(decoded)).toEqual(E.left([{ path: '', message }]));
    expect(codec.is(value)).toBe(false);
  });
});

it('ApiKeyToken refuses every change of one character to another of the alphabet', () => {
  const taken = Array.from(token).flatMap((right, at) =>
    Array.from('abcdefghijklmnopqrstuvwxyz0123456789_')
      .filter((other) => other !== right)
      .map((other) => token.slice(0, at) + other + token.slice(at + 1))
      .filter(ApiKeyToken.is),
  );
  expect([token.length, taken]).toEqual([74, []]);
});

describe('ApiKey', () => {
  it.each([{}, { expires: 2000 }, { revoked: 0 }, { lastUsed: 0 }, { expires: -1, revoked: 3000, lastUsed: 1 }])(
    'takes a key with %j',
    (ends) => {
      expect(ApiKey.decode({ ...fields, ...ends })).toStrictEqual(E.right({ ...fields, ...ends }));
      expect(ApiKey.encode(key({ ...fields, ...ends }))).toStrictEqual({ ...fields, ...ends });
    },
  );

  it('makes an own undefined absent, and drops a secret', () => {
    const input = { ...fields, expires: undefined, revoked: undefined, lastUsed: undefined, secret: 'hunter2' };
    expect(E.map(Object.keys)(ApiKey.decode(input))).toEqual(E.right(['id', 'label', 'digest', 'created']));
  });

  it('names every broken field at once', () => {
    expect(E.mapLeft(reasonsOf)(ApiKey.decode({ id: 'x', created: 'now', expires: 0.5, revoked: null }))).toEqual(
      E.left(
        'id must be 8 characters of a-z and 2-7, label is required, digest is required, ' +
          'created must be whole milliseconds since 1970-01-01T00:00:00Z, ' +
          'expires must be whole milliseconds since 1970-01-01T00:00:00Z, ' +
          'revoked must be whole milliseconds since 1970-01-01T00:00:00Z',
      ),
    );
  });
});

it('revokeFrom leaves the given key alone', () => {
  const given = Object.freeze(key(fields));
  expect([revokeFrom(at(5))(given), given]).toEqual([{ ...fields, revoked: 5 }, fields]);
});

it.each([
  [undefined, 5, 5, 5],
  [5, 7, 5, 7],
  [7, 5, 5, 7],
  [0, 5, 0, 5],
  [0, -5, -5, 0],
])('of %s and %d revokeFrom keeps %d, and useAt %d', (before, instant, revoked, lastUsed) => {
  const old = key({ ...fields, revoked: before, lastUsed: before });
  expect(revokeFrom(at(instant))(old)).toEqual({ ...old, revoked });
  expect(useAt(at(instant))(old)).toEqual({ ...old, lastUsed });
});

it.each([
  ['active', { expires: 1001 }],
  ['expired', { expires: 1000 }],
  ['active', { revoked: 1001 }],
  ['revoked', { revoked: 1000 }],
  ['revoked', { revoked: 0 }],
  ['expired', { expires: 0 }],
  ['revoked', { expires: 999, revoked: 999 }],
  ['expired', { expires: 1000, revoked: 1001 }],
  ['active', { expires: 1002, revoked: 1001 }],
  ['revoked', { revoked: backdated(at(2000)) }],
])('at 1000 a key is %s with %j', (state, ends) => {
  expect(apiKeyState(at(1000))(key({ ...fields, ...ends }))).toBe(state);
});

it('the id of an API key is a scope', () => {
  expect(IdempotencyScope.decode(scopeOfApiKey(valid(ApiKeyId)('az27aaaa')))).toEqual(E.right('az27aaaa'));
});

it('apiKeyOfColumns reads integers and NULL as SQL has them', () => {
  const columns = ['abcdefgh', 'ci', fields.digest, 1000n, null, -5n, 7];
  expect(apiKeyOfColumns(columns)).toStrictEqual(E.right({ ...fields, revoked: -5, lastUsed: 7 }));
  expect(E.isLeft(apiKeyOfColumns(['abcdefgh', null, fields.digest, 2n ** 63n, '1']))).toBe(true);
});
