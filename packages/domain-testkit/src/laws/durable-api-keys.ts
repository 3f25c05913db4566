import assert from 'node:assert/strict';
import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, readonlyArray as RA } from 'fp-ts';
import type { DurableFixture } from '../core/durable-fixture.ts';
import { lawOfFailures, lawOfTwo, type Operation, runAll } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { assertUnavailable, eventually, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, inOrderOfCreation, instant } from '../samples/api-keys.ts';

type Fixture = DurableFixture<ApiKeyRepository>;

/** Each operation of the port `ApiKeyRepository`. The compiler requires all of them. */
export const apiKeyOperations: Readonly<Record<keyof ApiKeyRepository, Operation<ApiKeyRepository, ApiKey>>> = {
  add: { kind: 'write', run: (apiKeys) => apiKeys.add(apiKey(2)) },
  list: { kind: 'read', run: (apiKeys) => apiKeys.list() },
  find: { kind: 'read', run: (apiKeys, { id }) => apiKeys.find(id) },
  findByDigest: { kind: 'read', run: (apiKeys, { digest }) => apiKeys.findByDigest(digest) },
  revoke: { kind: 'write', run: (apiKeys, { id }) => apiKeys.revoke(id, instant(20)) },
  recordUse: { kind: 'write', run: (apiKeys, { id }) => apiKeys.recordUse(id, instant(30)) },
};

const runWrites = (apiKeys: ApiKeyRepository) => runAll(apiKeyOperations, apiKeys, apiKey(1), 'write');

/** Retries the writes, and checks that each took effect once. */
const assertWritten = async (apiKeys: ApiKeyRepository): Promise<void> => {
  for (const { outcome } of await runWrites(apiKeys))
    if (E.isLeft(outcome)) assert.deepEqual(outcome.left, apiKeyTaken);
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
    apiKeyOperations,
    async ({ repository: apiKeys, begin, end }, { open }, { affects, losesCommits }) => {
      await succeed(apiKeys.add(apiKey(1)));
      await begin();
      const failed = await runWrites(apiKeys);
      const repeated = losesCommits ? await runWrites(apiKeys) : [];
      await end();
      assertUnavailable([...failed, ...repeated].filter(affects));
      await assertWritten((await open()).repository);
    },
  ),
  lawOfFailures<ApiKeyRepository, Fixture>(
    'during an outage every operation on API keys is RepositoryUnavailable, and later all works again',
    'outages',
    apiKeyOperations,
    async ({ repository: apiKeys, begin, end }, _, { recoversWithinMS }) => {
      await succeed(apiKeys.add(apiKey(1)));
      await begin();
      const failed = await runAll(apiKeyOperations, apiKeys, apiKey(1));
      await end();
      assertUnavailable(failed);
      await eventually(recoversWithinMS, 'the store works again', async () => E.isRight(await apiKeys.list()()));
      await assertWritten(apiKeys);
    },
  ),
];
