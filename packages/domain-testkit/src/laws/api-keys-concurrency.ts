import assert from 'node:assert/strict';
import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';

const fifty: readonly number[] = Array.from({ length: 50 }, (_, index) => index);

const oneSucceeds = (name: string, given: readonly ApiKey[]): Law<ApiKeyRepository> =>
  lawOnEmpty(name, async (apiKeys) => {
    const outcomes = await Promise.all(given.map((one) => apiKeys.add(one)()));
    const winners = given.filter((_, index) => E.isRight(outcomes[index] ?? E.left(undefined)));
    const kept = winners.length;
    assert.equal(kept, 1, `${kept} were kept: look and insert in one transaction, or use a unique index`);
    assert.deepEqual(
      outcomes.filter(E.isLeft),
      given.slice(1).map(() => E.left(apiKeyTaken)),
    );
    await succeedWith(apiKeys.list(), winners);
  });

export const apiKeysConcurrency: readonly Law<ApiKeyRepository>[] = [
  oneSucceeds(
    'of 50 API keys added at once with one id exactly one is kept',
    fifty.map((n) => apiKey(n, { id: 'aaaaaaaa' })),
  ),
  oneSucceeds(
    'of 50 API keys added at once with one digest exactly one is kept',
    fifty.map((n) => apiKey(n, { digest: '0'.repeat(64) })),
  ),
  lawOnEmpty('of uses and finds at once of 50 API keys each is of its own', async (apiKeys) => {
    for (const n of fifty) await succeed(apiKeys.add(apiKey(n)));
    await Promise.all(fifty.map((n) => succeed(apiKeys.recordUse(apiKey(n).id, instant(n)))));
    const used = fifty.map((n) => apiKey(n, { lastUsed: n }));
    const finds = used.flatMap(({ id, digest }) => [apiKeys.find(id), apiKeys.findByDigest(digest)]);
    assert.deepEqual(
      await Promise.all(finds.map(succeed)),
      used.flatMap((key) => [O.some(key), O.some(key)]),
    );
  }),
  lawOnEmpty('of 50 revocations at once the earliest holds', async (apiKeys) => {
    await succeed(apiKeys.add(apiKey(1)));
    // 7 and 50 have no common divisor: every instant from 100 to 149 once, in no order.
    const instants = fifty.map((n) => instant(100 + ((n * 7 + 25) % 50)));
    await Promise.all(instants.map((from) => succeed(apiKeys.revoke(apiKey(1).id, from))));
    await succeedWith(apiKeys.find(apiKey(1).id), O.some(apiKey(1, { revoked: 100 })));
  }),
];
