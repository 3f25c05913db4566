import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { option as O } from 'fp-ts';
import type { DurableFixture } from '../fixtures.ts';
import { type Law, lawOnEmpty } from '../law.ts';
import { failWith, succeed, succeedWith } from '../outcome.ts';
import { apiKey, instant } from '../samples.ts';

type Fixture = DurableFixture<ApiKeyRepository>;

/** A law that a second opening of the store has the changes of the first. */
const afterReopening = (
  name: string,
  before: (apiKeys: ApiKeyRepository) => Promise<unknown>,
  after: (apiKeys: ApiKeyRepository) => Promise<void>,
): Law<Fixture> =>
  lawOnEmpty(`after the store is reopened ${name}`, async ({ open }) => {
    const { repository, close } = await open();
    await before(repository);
    await close();
    await after((await open()).repository);
  });

export const durableApiKeysReopening: readonly Law<Fixture>[] = [
  afterReopening(
    'each API key is stored with every field as it was',
    async (apiKeys) => {
      for (const key of [apiKey(1), apiKey(2, { expires: 5, revoked: 6, lastUsed: 7 })])
        await succeed(apiKeys.add(key));
    },
    async (apiKeys) => {
      const expected = [apiKey(1), apiKey(2, { expires: 5, revoked: 6, lastUsed: 7 })];
      await succeedWith(apiKeys.list(), expected);
      for (const key of expected) await succeedWith(apiKeys.findByDigest(key.digest), O.some(key));
    },
  ),
  afterReopening(
    'an API key is still revoked, at the earliest instant',
    async (apiKeys) => {
      await succeed(apiKeys.add(apiKey(1)));
      for (const from of [20, 10, 30]) await succeed(apiKeys.revoke(apiKey(1).id, instant(from)));
    },
    async (apiKeys) => {
      const revoked = O.some(apiKey(1, { revoked: 10 }));
      await succeedWith(apiKeys.findByDigest(apiKey(1).digest), revoked);
      await succeedWith(apiKeys.revoke(apiKey(1).id, instant(15)), revoked);
    },
  ),
  afterReopening(
    'the latest use of an API key is still recorded',
    async (apiKeys) => {
      await succeed(apiKeys.add(apiKey(1)));
      for (const at of [20, 30, 10]) await succeed(apiKeys.recordUse(apiKey(1).id, instant(at)));
    },
    async (apiKeys) => {
      await succeed(apiKeys.recordUse(apiKey(1).id, instant(25)));
      await succeedWith(apiKeys.list(), [apiKey(1, { lastUsed: 30 })]);
    },
  ),
  afterReopening(
    'the id and the digest of an API key are still taken',
    (apiKeys) => succeed(apiKeys.add(apiKey(1))),
    async (apiKeys) => {
      await failWith(apiKeys.add(apiKey(2, { id: apiKey(1).id })), apiKeyTaken);
      await failWith(apiKeys.add(apiKey(2, { digest: apiKey(1).digest })), apiKeyTaken);
      await succeedWith(apiKeys.list(), [apiKey(1)]);
    },
  ),
];
