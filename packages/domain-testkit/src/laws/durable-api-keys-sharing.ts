import assert from 'node:assert/strict';
import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { DurableFixture } from '../core/durable-fixture.ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';

type Fixture = DurableFixture<ApiKeyRepository>;

const lawOfTwoStores = lawOfTwo<ApiKeyRepository, Fixture>;

const numbers: readonly number[] = Array.from({ length: 25 }, (_, index) => index);

/** Adds two API keys at once, each through its own handle, and returns the stored one. */
const race = async (
  one: ApiKeyRepository,
  other: ApiKeyRepository,
  keys: readonly [ApiKey, ApiKey],
): Promise<ApiKey> => {
  const [first, second] = await Promise.all([one.add(keys[0])(), other.add(keys[1])()]);
  const kept = E.isRight(first) ? keys[0] : keys[1];
  const [added, taken] = [E.right(undefined), E.left(apiKeyTaken)];
  assert.deepEqual([first, second], kept === keys[0] ? [added, taken] : [taken, added]);
  return kept;
};

export const durableApiKeysSharing: readonly Law<Fixture>[] = [
  ...lawOfTwoStores(
    (two) => `of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`,
    async (one, other) => {
      const kept = await Promise.all(
        numbers.map((n) => {
          const key = apiKey(n);
          const rival =
            n % 2 === 0 ? { id: key.id, created: key.created } : { digest: key.digest, created: key.created };
          return race(one, other, [key, apiKey(n + 100, rival)]);
        }),
      );
      await succeedWith(one.list(), kept);
    },
  ),
  ...lawOfTwoStores(
    (two) => `of revocations and uses at once by two ${two} the earliest and the latest are kept`,
    async (one, other) => {
      await succeed(one.add(apiKey(1)));
      // 7 and 25 have no common divisor: every number below 25 once, in no order.
      const instants = numbers.map((n) => (n * 7 + 12) % 25);
      await Promise.all(
        instants.flatMap((n) => [
          succeed(one.revoke(apiKey(1).id, instant(100 + 2 * n))),
          succeed(other.revoke(apiKey(1).id, instant(101 + 2 * n))),
          succeed(one.recordUse(apiKey(1).id, instant(2 * n))),
          succeed(other.recordUse(apiKey(1).id, instant(1 + 2 * n))),
        ]),
      );
      const expected = apiKey(1, { revoked: 100, lastUsed: 49 });
      for (const apiKeys of [one, other]) await succeedWith(apiKeys.list(), [expected]);
    },
  ),
];
