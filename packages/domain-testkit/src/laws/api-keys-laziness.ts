import assert from 'node:assert/strict';
import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';

export const apiKeysLaziness: readonly Law<ApiKeyRepository>[] = [
  lawOnEmpty('one add of an API key run twice is refused the second time', async (apiKeys) => {
    const add = apiKeys.add(apiKey(1));
    await succeed(add);
    await failWith(add, apiKeyTaken);
  }),
  lawOnEmpty('one revocation run before and after the API key is added revokes it the second time', async (apiKeys) => {
    const revoke = apiKeys.revoke(apiKey(1).id, instant(5));
    await succeedWith(revoke, O.none);
    await succeed(apiKeys.add(apiKey(1)));
    await succeedWith(revoke, O.some(apiKey(1, { revoked: 5 })));
  }),
  lawOnEmpty('a list of API keys reads when it is run, and each time anew', async (apiKeys) => {
    const list = apiKeys.list();
    await succeed(apiKeys.add(apiKey(1)));
    await succeedWith(list, [apiKey(1)]);
    await succeed(apiKeys.add(apiKey(2)));
    await succeedWith(list, [apiKey(1), apiKey(2)]);
  }),
  lawOnEmpty('find and findByDigest read an API key when they are run, and each time anew', async (apiKeys) => {
    const finds = [apiKeys.find(apiKey(1).id), apiKeys.findByDigest(apiKey(1).digest)];
    const read = () => Promise.all(finds.map(succeed));
    assert.deepEqual(await read(), [O.none, O.none]);
    await succeed(apiKeys.add(apiKey(1)));
    assert.deepEqual(await read(), [O.some(apiKey(1)), O.some(apiKey(1))]);
    await succeed(apiKeys.revoke(apiKey(1).id, instant(5)));
    const revoked = O.some(apiKey(1, { revoked: 5 }));
    assert.deepEqual(await read(), [revoked, revoked]);
  }),
];
