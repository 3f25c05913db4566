import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey } from '../samples.ts';

const refuses = (name: string, first: ApiKey, second: ApiKey): Law<ApiKeyRepository> =>
  lawOnEmpty(name, async (apiKeys) => {
    const other = apiKey(255);
    await succeed(apiKeys.add(first));
    await succeed(apiKeys.add(other));
    await failWith(apiKeys.add(second), apiKeyTaken);
    await succeedWith(apiKeys.list(), [first, other]);
    await succeedWith(apiKeys.find(first.id), O.some(first));
    await succeedWith(apiKeys.findByDigest(first.digest), O.some(first));
  });

export const apiKeysUniqueness: readonly Law<ApiKeyRepository>[] = [
  refuses(
    'an API key with the id of another is refused and changes nothing',
    apiKey(1),
    apiKey(2, { id: apiKey(1).id }),
  ),
  refuses(
    'an API key with the digest of another is refused and changes nothing',
    apiKey(1),
    apiKey(2, { digest: apiKey(1).digest }),
  ),
  refuses(
    'an API key with the id and digest of a revoked one is refused and does not bring it back',
    apiKey(1, { revoked: 5 }),
    apiKey(1),
  ),
  lawOnEmpty('a refused API key leaves neither its id nor its digest behind', async (apiKeys) => {
    await succeed(apiKeys.add(apiKey(1)));
    await failWith(apiKeys.add(apiKey(2, { id: apiKey(1).id })), apiKeyTaken);
    await failWith(apiKeys.add(apiKey(3, { digest: apiKey(1).digest })), apiKeyTaken);
    await succeedWith(apiKeys.findByDigest(apiKey(2).digest), O.none);
    await succeedWith(apiKeys.find(apiKey(3).id), O.none);
    await succeed(apiKeys.add(apiKey(2)));
    await succeed(apiKeys.add(apiKey(3)));
    await succeedWith(apiKeys.list(), [apiKey(1), apiKey(2), apiKey(3)]);
  }),
];
