import assert from 'node:assert/strict';
import { ApiKey, type ApiKeyRepository } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, apiKeyDigest, apiKeyId, inOrderOfCreation } from '../samples.ts';

/** Checks that `find`, `findByDigest` and `list` return exactly these keys. */
export const assertKeys = async (apiKeys: ApiKeyRepository, expected: readonly ApiKey[]): Promise<void> => {
  for (const one of expected) {
    const byId = await succeed(apiKeys.find(one.id));
    const byDigest = await succeed(apiKeys.findByDigest(one.digest));
    assert.deepEqual({ byId, byDigest }, { byId: O.some(one), byDigest: O.some(one) });
  }
  await succeedWith(apiKeys.list(), inOrderOfCreation(expected));
};

const keeps = (name: string, given: readonly ApiKey[]): Law<ApiKeyRepository> =>
  lawOnEmpty(name, async (apiKeys) => {
    for (const one of given) await succeed(apiKeys.add(one));
    await assertKeys(apiKeys, given.map(ApiKey.encode));
  });

const edges = [-8.64e15, -1, 0, 1, 2 ** 31, 2 ** 32, 1_893_456_000_123, 8.64e15];
const labels = ['ci', ' ', 'é', 'e\u0301', '🐕'.repeat(100), '$set', 'a.b', '__proto__', '\ufeffci', '\u202eci', '007'];

export const apiKeysFields: readonly Law<ApiKeyRepository>[] = [
  keeps('find, findByDigest and list return an API key with every field as it was, and with no other', [
    apiKey(1),
    apiKey(2, { expires: 5 }),
    apiKey(3, { revoked: 6 }),
    apiKey(4, { expires: 7, revoked: 8, lastUsed: 9 }),
    Object.freeze({ ...apiKey(5), _id: 7, secret: 'hidden' }),
  ]),
  keeps('instants are kept to the millisecond over their whole range, and labels whatever their characters mean', [
    ...edges.flatMap((at, n) => [
      apiKey(2 * n, { created: at }),
      apiKey(2 * n + 1, { created: 5, expires: at, revoked: -at || 0 }),
    ]),
    ...labels.map((label, n) => apiKey(100 + n, { label })),
  ]),
  lawOnEmpty('API keys are listed in order of creation, then of id, however they were added', async (apiKeys) => {
    const expected = [
      ...[apiKey(9, { created: -20 }), apiKey(8, { created: -3 }), apiKey(7, { created: 9 })],
      ...['2aaaaaaa', 'aaaaaaaa', 'zaaaaaaa'].map((id, n) => apiKey(n, { created: 10, id })),
      ...[apiKey(6, { created: 11 }), apiKey(5, { created: 100 })],
    ];
    for (const index of [4, 0, 7, 2, 5, 1, 3, 6]) await succeed(apiKeys.add(expected[index] ?? assert.fail()));
    await succeedWith(apiKeys.list(), expected);
  }),
  lawOnEmpty('an id or a digest that differs in one character finds no API key', async (apiKeys) => {
    await succeed(apiKeys.add(apiKey(1, { id: 'aaaaaaab', digest: `${'0'.repeat(63)}1` })));
    for (const id of ['aaaaaaaa', 'baaaaaab', 'aaaaaaac']) await succeedWith(apiKeys.find(apiKeyId(id)), O.none);
    for (const digest of [`${'0'.repeat(63)}2`, `1${'0'.repeat(62)}1`, '0'.repeat(64)])
      await succeedWith(apiKeys.findByDigest(apiKeyDigest(digest)), O.none);
  }),
];
