import assert from 'node:assert/strict';
import { ApiKey, type ApiKeyRepository, apiKeyTaken, type Instant } from '@animal-store/access';
import { either as E, option as O, readonlyArray as RA } from 'fp-ts';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import {
  apiKey,
  apiKeyDigest,
  apiKeyId,
  apiKeysByField,
  everyApiKeyField,
  inOrderOfCreation,
  instant,
} from '../samples/api-keys.ts';

/** Checks that `find`, `findByDigest` and `list` return exactly these keys. */
const assertKeys = async (apiKeys: ApiKeyRepository, expected: readonly ApiKey[]): Promise<void> => {
  for (const one of expected) {
    const byId = await succeed(apiKeys.find(one.id));
    const byDigest = await succeed(apiKeys.findByDigest(one.digest));
    assert.deepEqual({ byId, byDigest }, { byId: O.some(one), byDigest: O.some(one) });
  }
  await succeedWith(apiKeys.list(), inOrderOfCreation(expected));
};

const fifty = RA.makeBy(50, (n) => n);
const others = [apiKey(0), apiKey(2, { revoked: 7 }), apiKey(3, { label: apiKey(1).label, lastUsed: 9 })];

export const apiKeyLaws: readonly Law<ApiKeyRepository>[] = [
  lawOnEmpty(
    'find, findByDigest and list return an API key with every field as it was, and with no other',
    async (apiKeys) => {
      const given = [
        ...apiKeysByField.flatMap(([, keys]) => keys),
        ...[apiKey(200), apiKey(201, everyApiKeyField), Object.freeze({ ...apiKey(202), _id: 7, secret: 'hidden' })],
      ];
      for (const one of given) await succeed(apiKeys.add(one));
      await assertKeys(apiKeys, given.map(ApiKey.encode));
    },
  ),
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
  lawOnEmpty(
    'an API key with the id or the digest of another is refused, and leaves nothing behind',
    async (apiKeys) => {
      const stored = [apiKey(1, { revoked: 5 }), apiKey(4)];
      for (const one of stored) await succeed(apiKeys.add(one));
      const { id, digest } = apiKey(1);
      const refused = [apiKey(1), apiKey(2, { id }), apiKey(3, { digest })];
      for (const one of refused) await failWith(apiKeys.add(one), apiKeyTaken);
      await assertKeys(apiKeys, stored);
      for (const n of [2, 3]) await succeed(apiKeys.add(apiKey(n)));
      await assertKeys(apiKeys, [...stored, apiKey(2), apiKey(3)]);
    },
  ),
  lawOnEmpty(
    'the earliest revocation of an API key holds, over the whole range of instants, and changes no other key',
    async (apiKeys) => {
      const given = apiKey(1, { ...everyApiKeyField, revoked: 30 });
      for (const one of [...others, given]) await succeed(apiKeys.add(one));
      let revoked = instant(30);
      for (const from of [8.64e15, 20, 21, 1, 0, 1, -1, 0, -8.64e15].map(instant)) {
        if (from < revoked) revoked = from;
        const expected = { ...given, revoked };
        await succeedWith(apiKeys.revoke(given.id, from), O.some(expected));
        await succeedWith(apiKeys.revoke(apiKey(4).id, from), O.none);
        await assertKeys(apiKeys, [...others, expected]);
      }
    },
  ),
  lawOnEmpty(
    'the latest use of an API key is kept, over the whole range of instants, and changes no other key',
    async (apiKeys) => {
      const given = apiKey(1, { ...everyApiKeyField, revoked: 20, lastUsed: undefined });
      for (const one of [...others, given]) await succeed(apiKeys.add(one));
      let lastUsed = -8.64e15 as Instant;
      for (const at of [-8.64e15, -1, -2, 0, -1, 7, 7, 8.64e15, 0].map(instant)) {
        if (at > lastUsed) lastUsed = at;
        await succeed(apiKeys.recordUse(given.id, at));
        await succeed(apiKeys.recordUse(apiKey(4).id, at));
        await assertKeys(apiKeys, [...others, { ...given, lastUsed }]);
      }
      await succeedWith(apiKeys.revoke(given.id, instant(30)), O.some({ ...given, lastUsed }));
    },
  ),
  lawOnEmpty('each operation on API keys happens when it is run, and each time it is run', async (apiKeys) => {
    const { id, digest } = apiKey(1);
    const add = apiKeys.add(apiKey(1));
    const [revoke, use] = [apiKeys.revoke(id, instant(5)), apiKeys.recordUse(id, instant(6))];
    const [list, find, findByDigest] = [apiKeys.list(), apiKeys.find(id), apiKeys.findByDigest(digest)];
    await succeedWith(list, []);
    await succeedWith(find, O.none);
    await succeedWith(findByDigest, O.none);
    await succeedWith(revoke, O.none);
    await succeed(use);
    await succeed(add);
    await failWith(add, apiKeyTaken);
    await succeedWith(find, O.some(apiKey(1)));
    await succeedWith(findByDigest, O.some(apiKey(1)));
    await succeed(use);
    await succeedWith(list, [apiKey(1, { lastUsed: 6 })]);
    await succeedWith(revoke, O.some(apiKey(1, { lastUsed: 6, revoked: 5 })));
    await succeedWith(list, [apiKey(1, { lastUsed: 6, revoked: 5 })]);
  }),
  law('of 50 API keys added at once with one id, or with one digest, exactly one is kept', async (fresh) => {
    for (const shared of [{ id: 'aaaaaaaa' }, { digest: '0'.repeat(64) }]) {
      const apiKeys = await fresh();
      const given = fifty.map((n) => apiKey(n, shared));
      const outcomes = await Promise.all(given.map((one) => apiKeys.add(one)()));
      const kept = given.filter((_, index) => E.isRight(outcomes[index] ?? E.left(undefined)));
      assert.equal(
        kept.length,
        1,
        `${kept.length} were kept: look and insert in one transaction, or use a unique index`,
      );
      assert.deepEqual(outcomes.filter(E.isLeft), Array(49).fill(E.left(apiKeyTaken)));
      await succeedWith(apiKeys.list(), kept);
    }
  }),
  lawOnEmpty('of finds, uses and revocations at once of 50 API keys each is of its own', async (apiKeys) => {
    for (const n of fifty) await succeed(apiKeys.add(apiKey(n)));
    await Promise.all(fifty.map((n) => succeed(apiKeys.recordUse(apiKey(n).id, instant(n)))));
    const revocations = await Promise.all(fifty.map((n) => succeed(apiKeys.revoke(apiKey(n).id, instant(100 + n)))));
    const expected = fifty.map((n) => O.some(apiKey(n, { lastUsed: n, revoked: 100 + n })));
    assert.deepEqual(revocations, expected);
    assert.deepEqual(await Promise.all(fifty.map((n) => succeed(apiKeys.find(apiKey(n).id)))), expected);
    assert.deepEqual(await Promise.all(fifty.map((n) => succeed(apiKeys.findByDigest(apiKey(n).digest)))), expected);
  }),
  lawOnEmpty('of 50 revocations at once of one API key the earliest holds', async (apiKeys) => {
    await succeed(apiKeys.add(apiKey(1)));
    // 7 and 50 have no common divisor: every instant from 100 to 149 once, in no order.
    const instants = fifty.map((n) => instant(100 + ((n * 7 + 25) % 50)));
    await Promise.all(instants.map((from) => succeed(apiKeys.revoke(apiKey(1).id, from))));
    await succeedWith(apiKeys.find(apiKey(1).id), O.some(apiKey(1, { revoked: 100 })));
  }),
];
