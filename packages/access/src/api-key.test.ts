import { IdempotencyScope, reasonsOf } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import {
  ApiKey,
  ApiKeyDigest,
  ApiKeyId,
  ApiKeyLabel,
  apiKeyState,
  revokeFrom,
  scopeOfApiKey,
  useAt,
} from './api-key.ts';
import { apiKeyOfColumns } from './api-key-of-columns.ts';
import { Instant } from './instant.ts';

const fields = { id: 'abcdefgh', label: 'ci', digest: '0123456789abcdef'.repeat(4), created: 1000 };
const key = known(ApiKey);
const at = known(Instant);

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
])('$name', (codec, accepted, refused, message) => {
  it.each(accepted)('takes %s', (text) => {
    expect(codec.decode(text)).toEqual(E.right(text));
  });

  it.each(refused)('refuses %j', (value) => {
    expect(violationsOf(codec, value)).toEqual([{ path: '', message }]);
  });
});

describe('ApiKeyLabel', () => {
  it.each(['c', ' ', 'ci of the shop', 'é', '🐕'.repeat(100), 'x'.repeat(100), 'ci\u202e'])('takes %j', (label) => {
    expect(ApiKeyLabel.decode(label)).toEqual(E.right(label));
  });

  it.each(['', 'x'.repeat(101), '🐕'.repeat(101), 'a\0', 'a\n', '\u007f', '\u0085', '\ud800', 'a\udc15', 7, null])(
    'refuses %j',
    (label) => {
      expect(violationsOf(ApiKeyLabel, label)).toEqual([
        { path: '', message: 'must be 1 to 100 characters of well-formed text without control characters' },
      ]);
    },
  );
});

describe('ApiKey', () => {
  it.each([{}, { expires: 2000 }, { revoked: 0 }, { lastUsed: 0 }, { expires: -1, revoked: 3000, lastUsed: 1 }])(
    'takes a key with %j',
    (ends) => {
      const decoded = ApiKey.decode({ ...fields, ...ends });
      expect(decoded).toStrictEqual(E.right({ ...fields, ...ends }));
      expect(ApiKey.encode(key({ ...fields, ...ends }))).toStrictEqual({ ...fields, ...ends });
    },
  );

  it('makes an own undefined absent, and drops a secret', () => {
    const input = { ...fields, expires: undefined, revoked: undefined, lastUsed: undefined, secret: 'hunter2' };
    expect(E.map(Object.keys)(ApiKey.decode(input))).toEqual(E.right(['id', 'label', 'digest', 'created']));
  });

  it('names every broken field at once', () => {
    expect(violationsOf(ApiKey, { id: 'x', created: 'now', expires: 0.5, revoked: null })).toEqual([
      { path: 'id', message: 'must be 8 characters of a-z and 2-7' },
      { path: 'label', message: 'is required' },
      { path: 'digest', message: 'is required' },
      { path: 'created', message: 'must be whole milliseconds since 1970-01-01T00:00:00Z' },
      { path: 'expires', message: 'must be whole milliseconds since 1970-01-01T00:00:00Z' },
      { path: 'revoked', message: 'must be whole milliseconds since 1970-01-01T00:00:00Z' },
    ]);
  });

  it('guards what a key is', () => {
    expect([ApiKey.is(fields), ApiKey.is({ ...fields, expires: 'never' })]).toEqual([true, false]);
  });
});

describe('revokeFrom', () => {
  it('revokes a key that is not, and leaves the given object alone', () => {
    const given = Object.freeze(key(fields));
    expect(revokeFrom(at(5))(given)).toEqual({ ...fields, revoked: 5 });
    expect(given).toEqual(fields);
  });

  it.each([
    [5, 7, 5],
    [7, 5, 5],
    [0, 5, 0],
  ])('of %d and %d keeps %d', (before, from, expected) => {
    expect(revokeFrom(at(from))(key({ ...fields, revoked: before })).revoked).toBe(expected);
  });
});

it.each([
  [undefined, 5, 5],
  [5, 7, 7],
  [7, 5, 7],
  [0, -5, 0],
])('useAt of %s and %d keeps %d', (before, from, expected) => {
  expect(useAt(at(from))(key({ ...fields, lastUsed: before }))).toEqual({ ...fields, lastUsed: expected });
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
])('at 1000 a key is %s with %j', (state, ends) => {
  expect(apiKeyState(at(1000))(key({ ...fields, ...ends }))).toBe(state);
});

it('the id of an API key is a scope', () => {
  expect(IdempotencyScope.decode(scopeOfApiKey(known(ApiKeyId)('az27aaaa')))).toEqual(E.right('az27aaaa'));
});

it('apiKeyOfColumns reads integers and NULL as SQL has them', () => {
  const columns = ['abcdefgh', 'ci', fields.digest, 1000n, null, -5n, 7];
  expect(apiKeyOfColumns(columns)).toStrictEqual(E.right({ ...fields, revoked: -5, lastUsed: 7 }));
  expect(E.mapLeft(reasonsOf)(apiKeyOfColumns(['abcdefgh', null, fields.digest, 2n ** 63n, '1']))).toEqual(
    E.left(
      'label is required, created must be whole milliseconds since 1970-01-01T00:00:00Z, expires must be whole milliseconds since 1970-01-01T00:00:00Z',
    ),
  );
});
