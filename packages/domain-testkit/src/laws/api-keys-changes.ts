import { type ApiKeyRepository, apiKeyTaken, type Instant } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';
import { assertKeys } from './api-keys-fields.ts';

export const apiKeysChanges: readonly Law<ApiKeyRepository>[] = [
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
  lawOnEmpty('the earliest revocation of an API key holds, over the whole range of instants', async (apiKeys) => {
    const given = apiKey(1, { expires: 15, revoked: 30 });
    await succeed(apiKeys.add(given));
    let revoked = instant(30);
    for (const from of [8.64e15, 20, 21, 1, 0, 1, -1, 0, -8.64e15].map(instant)) {
      if (from < revoked) revoked = from;
      const expected = { ...given, revoked };
      await succeedWith(apiKeys.revoke(given.id, from), O.some(expected));
      await assertKeys(apiKeys, [expected]);
    }
  }),
  lawOnEmpty('a revocation changes no other API key, and adds none when its id is unknown', async (apiKeys) => {
    const others = [apiKey(0), apiKey(2, { revoked: 7 }), apiKey(3, { label: apiKey(1).label, created: 5e12 })];
    for (const one of [...others, apiKey(1, { created: 6e12 })]) await succeed(apiKeys.add(one));
    await succeed(apiKeys.revoke(apiKey(1).id, instant(3)));
    await succeedWith(apiKeys.revoke(apiKey(4).id, instant(3)), O.none);
    await assertKeys(apiKeys, [...others, apiKey(1, { created: 6e12, revoked: 3 })]);
  }),
  lawOnEmpty('the latest use of an API key is kept, over the whole range of instants', async (apiKeys) => {
    const given = apiKey(1, { expires: 15, revoked: 20 });
    await succeed(apiKeys.add(given));
    let lastUsed = -8.64e15 as Instant;
    for (const at of [-8.64e15, -1, -2, 0, -1, 7, 7, 8.64e15, 0].map(instant)) {
      if (at > lastUsed) lastUsed = at;
      await succeed(apiKeys.recordUse(given.id, at));
      await assertKeys(apiKeys, [{ ...given, lastUsed }]);
    }
    await succeedWith(apiKeys.revoke(given.id, instant(30)), O.some({ ...given, lastUsed }));
  }),
  lawOnEmpty('a use changes no other API key, and adds none when its id is unknown', async (apiKeys) => {
    const others = [apiKey(1), apiKey(2, { lastUsed: 9 })];
    for (const one of [...others, apiKey(3)]) await succeed(apiKeys.add(one));
    await succeed(apiKeys.recordUse(apiKey(3).id, instant(5)));
    await succeed(apiKeys.recordUse(apiKey(4).id, instant(6)));
    await succeedWith(apiKeys.list(), [...others, apiKey(3, { lastUsed: 5 })]);
  }),
];
