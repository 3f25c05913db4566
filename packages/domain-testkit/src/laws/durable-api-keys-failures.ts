import assert from 'node:assert/strict';
import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import type { DurableFixture } from '../core/durable-fixture.ts';
import { lawOfFailures } from '../core/durable-laws.ts';
import { eventually } from '../core/eventually.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { assertUnavailable, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';

type Fixture = DurableFixture<ApiKeyRepository>;

const lawOfFailuresOfApiKeys = lawOfFailures<ApiKeyRepository, Fixture>;

const some: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 10);
const acknowledgedBeforeKill = 40;

const writes = {
  add: (apiKeys: ApiKeyRepository) => apiKeys.add(apiKey(2))(),
  revoke: (apiKeys: ApiKeyRepository) => apiKeys.revoke(apiKey(1).id, instant(20))(),
  recordUse: (apiKeys: ApiKeyRepository) => apiKeys.recordUse(apiKey(1).id, instant(30))(),
} as const;

const write = (apiKeys: ApiKeyRepository) =>
  Promise.all([writes.add(apiKeys), writes.revoke(apiKeys), writes.recordUse(apiKeys)]);

const read = (apiKeys: ApiKeyRepository) =>
  Promise.all([apiKeys.list()(), apiKeys.find(apiKey(1).id)(), apiKeys.findByDigest(apiKey(1).digest)()]);

/** Retries the operations of `write`, and checks that each took effect once. */
const assertWritten = async (apiKeys: ApiKeyRepository): Promise<void> => {
  const [added, revoked, used] = await write(apiKeys);
  if (E.isLeft(added)) assert.deepEqual(added, E.left(apiKeyTaken));
  assert.deepEqual([E.isRight(revoked), E.isRight(used)], [true, true]);
  await succeedWith(apiKeys.list(), [apiKey(1, { revoked: 20, lastUsed: 30 }), apiKey(2)]);
};

export const durableApiKeysFailures: readonly Law<Fixture>[] = [
  lawOfFailuresOfApiKeys(
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
  lawOfFailuresOfApiKeys(
    'during an outage every operation on API keys is RepositoryUnavailable, and later all works again',
    'outages',
    ['add', 'list', 'find', 'findByDigest', 'revoke', 'recordUse'],
    async ({ repository: apiKeys, begin, end }, _, { recoversWithinMS }) => {
      await succeed(apiKeys.add(apiKey(1)));
      await begin();
      const outcomes = await Promise.all([write(apiKeys), read(apiKeys)]);
      await end();
      assertUnavailable(outcomes.flat());
      await eventually(recoversWithinMS, 'the store works again', async () => E.isRight(await apiKeys.list()()));
      await assertWritten(apiKeys);
    },
  ),
  lawOnEmpty(
    'a closed store returns RepositoryUnavailable for API keys, and keeps what it has acknowledged',
    async ({ open }) => {
      const { repository: apiKeys, close } = await open();
      await succeed(apiKeys.add(apiKey(1)));
      await close();
      assertUnavailable([...(await write(apiKeys)), ...(await read(apiKeys))]);
      const { repository: reopened } = await open();
      await succeedWith(reopened.list(), [apiKey(1)]);
    },
  ),
  lawOnEmpty(
    'when a process is killed while it revokes API keys, each acknowledged revocation holds',
    async ({ open, startProcess }) => {
      const { repository: survivor } = await open();
      for (const n of some) await succeed(survivor.add(apiKey(n)));
      const { repository: apiKeys, kill } = await startProcess();
      const acknowledged = new Map<number, number>();
      let killed: Promise<void> | undefined;
      // From the latest to the earliest instant, so each revocation changes something.
      const lane = async (n: number): Promise<void> => {
        for (let from = 1000; ; from--) {
          const outcome = await apiKeys.revoke(apiKey(n).id, instant(from))();
          if (E.isLeft(outcome)) return assertUnavailable([outcome]);
          acknowledged.set(n, from);
          if (acknowledged.size >= acknowledgedBeforeKill) killed ??= kill();
        }
      };
      await Promise.all(some.map(lane));
      await killed;
      for (const [n, from] of acknowledged) {
        const found = O.toNullable(await succeed(survivor.findByDigest(apiKey(n).digest)));
        assert.ok((found?.revoked ?? Number.POSITIVE_INFINITY) <= from, `saw ${found?.revoked} after ${from}`);
      }
    },
  ),
];
