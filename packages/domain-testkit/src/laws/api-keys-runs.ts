import assert from 'node:assert/strict';
import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O, readonlyArray as RA } from 'fp-ts';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';

const fifty = RA.makeBy(50, (n) => n);

export const apiKeysRuns: readonly Law<ApiKeyRepository>[] = [
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
