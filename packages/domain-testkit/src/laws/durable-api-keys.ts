import assert from 'node:assert/strict';
import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, readonlyArray as RA } from 'fp-ts';
import type { DurableFixture } from '../core/durable-fixture.ts';
import { lawOfFailures, lawOfTwo } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { assertUnavailable, eventually, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, inOrderOfCreation, instant } from '../samples.ts';

type Fixture = DurableFixture<ApiKeyRepository>;

const writes = {
  add: (apiKeys: ApiKeyRepository) => apiKeys.add(apiKey(2))(),
  revoke: (apiKeys: ApiKeyRepository) => apiKeys.revoke(apiKey(1).id, instant(20))(),
  recordUse: (apiKeys: ApiKeyRepository) => apiKeys.recordUse(apiKey(1).id, instant(30))(),
} as const;

const runAll = (apiKeys: ApiKeyRepository) =>
  Promise.all([
    ...Object.values(writes).map((write) => write(apiKeys)),
    ...[apiKeys.list()(), apiKeys.find(apiKey(1).id)(), apiKeys.findByDigest(apiKey(1).digest)()],
  ]);

/** Retries the writes, and checks that each took effect once. */
const assertWritten = async (apiKeys: ApiKeyRepository): Promise<void> => {
  const added = await writes.add(apiKeys);
  if (E.isLeft(added)) assert.deepEqual(added, E.left(apiKeyTaken));
  await succeed(() => writes.revoke(apiKeys));
  await succeed(() => writes.recordUse(apiKeys));
  await succeedWith(apiKeys.list(), [apiKey(1, { revoked: 20, lastUsed: 30 }), apiKey(2)]);
};

export const durableApiKeys: readonly Law<Fixture>[] = [
  ...lawOfTwo<ApiKeyRepository, Fixture>(
    (two) => `of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`,
    async (one, other) => {
      const kept = await Promise.all(
        RA.makeBy(25, async (n) => {
          const { id, digest } = apiKey(n);
          const keys = [apiKey(n), apiKey(n + 100, n % 2 === 0 ? { id } : { digest })] as const;
          const outcomes = await Promise.all([one.add(keys[0])(), other.add(keys[1])()]);
          const winner = E.isRight(outcomes[0]) ? 0 : 1;
          assert.deepEqual(outcomes[1 - winner], E.left(apiKeyTaken));
          assert.deepEqual(outcomes[winner], E.right(undefined));
          return keys[winner];
        }),
      );
      await succeedWith(one.list(), inOrderOfCreation(kept));
    },
  ),
  lawOfFailures<ApiKeyRepository, Fixture>(
    'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once',
    'failedCommits',
    ['add', 'revoke', 'recordUse'],
    async ({ repository: apiKeys, begin, end }, { open }, { operation }) => {
      await succeed(apiKeys.add(apiKey(1)));
      await begin();
      const failing = Object.entries(writes).filter(([name]) => operation === undefined || name === operation);
      const outcomes = await Promise.all(failing.map(([, run]) => run(apiKeys)));
      await end();
      assertUnavailable(outcomes);
      await assertWritten((await open()).repository);
    },
  ),
  lawOfFailures<ApiKeyRepository, Fixture>(
    'during an outage every operation on API keys is RepositoryUnavailable, and later all works again',
    'outages',
    ['add', 'list', 'find', 'findByDigest', 'revoke', 'recordUse'],
    async ({ repository: apiKeys, begin, end }, _, { recoversWithinMS }) => {
      await succeed(apiKeys.add(apiKey(1)));
      await begin();
      const outcomes = await runAll(apiKeys);
      await end();
      assertUnavailable(outcomes);
      await eventually(recoversWithinMS, 'the store works again', async () => E.isRight(await apiKeys.list()()));
      await assertWritten(apiKeys);
    },
  ),
];
