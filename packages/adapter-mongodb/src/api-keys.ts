import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import { limited } from './connection-string.ts';
import { type ApiKeyDocument, toApiKey, toApiKeyDocument } from './documents/api-key-document.ts';
import type { Collections } from './documents/collections.ts';
import { isDuplicateKey } from './errors.ts';
import type { RunOperation } from './run.ts';

const found = (document: ApiKeyDocument | null): E.Either<never, O.Option<ApiKey>> =>
  E.right(O.map(toApiKey)(O.fromNullable(document)));

/** Creates an `ApiKeyRepository` on MongoDB. */
export const createApiKeys = (run: RunOperation, { apiKeys }: Collections): ApiKeyRepository => ({
  add: (apiKey) =>
    run(async () => {
      try {
        await apiKeys.insertOne(toApiKeyDocument(apiKey));
        return E.right(undefined);
      } catch (error) {
        if (isDuplicateKey(error)) return E.left(apiKeyTaken);
        throw error;
      }
    }),

  list: () =>
    run(async () => {
      const documents = await apiKeys.find({}, { ...limited, sort: { created: 1, _id: 1 } }).toArray();
      return E.right(documents.map(toApiKey));
    }),

  find: (id) => run(async () => found(await apiKeys.findOne({ _id: id }, limited))),

  findByDigest: (digest) => run(async () => found(await apiKeys.findOne({ digest }, limited))),

  // The earlier of two revocations counts.
  revoke: (id, from) =>
    run(async () => {
      const revocation = { $min: { revoked: new Date(from) } };
      return found(await apiKeys.findOneAndUpdate({ _id: id }, revocation, { returnDocument: 'after' }));
    }),

  recordUse: (id, at) =>
    run(async () => {
      await apiKeys.updateOne({ _id: id }, { $max: { lastUsed: new Date(at) } });
      return E.right(undefined);
    }),
});
