import { type ApiKeyRepository, apiKeyTaken, type Instant } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';
import { assertKeys } from './api-keys-fields.ts';

const others = [apiKey(0), apiKey(2, { revoked: 7 }), apiKey(3, { label: apiKey(1).label, lastUsed: 9 })];

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
  lawOnEmpty(
    'the earliest revocation of an API key holds, over the whole range of instants, and changes no other key',
    async (apiKeys) => {
      const given = apiKey(1, { expires: 15, revoked: 30 });
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
      const given = apiKey(1, { expires: 15, revoked: 20 });
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
];
