import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import type { Document } from 'mongodb';
import type { RunOperation } from './connection/run-operation.ts';
import { isDuplicateKey } from './connection/server-codes.ts';
import { serverTimeLimitMS } from './connection/time-limits.ts';
import { toApiKey, toApiKeyDocument } from './documents/api-key-document.ts';
import type { Collections } from './documents/collections.ts';

const earlierOf = (from: Date): Document => ({
  $cond: [{ $eq: [{ $type: '$revoked' }, 'date'] }, { $min: ['$revoked', from] }, from],
});

const limited = { maxTimeMS: serverTimeLimitMS };

/** Makes an `ApiKeyRepository` on MongoDB. */
export const createMongoApiKeyRepository = (run: RunOperation, { apiKeys }: Collections): ApiKeyRepository => ({
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

  find: (id) =>
    run(async () => {
      const document = await apiKeys.findOne({ _id: id }, limited);
      return E.right(O.map(toApiKey)(O.fromNullable(document)));
    }),

  findByDigest: (digest) =>
    run(async () => {
      const document = await apiKeys.findOne({ digest }, limited);
      return E.right(O.map(toApiKey)(O.fromNullable(document)));
    }),

  // One step keeps the earlier of two revocations. A stored value that is not a date does not count as a revocation.
  revoke: (id, from) =>
    run(async () => {
      const document = await apiKeys.findOneAndUpdate({ _id: id }, [{ $set: { revoked: earlierOf(new Date(from)) } }], {
        returnDocument: 'after',
      });
      return E.right(O.map(toApiKey)(O.fromNullable(document)));
    }),

  recordUse: (id, at) =>
    run(async () => {
      await apiKeys.updateOne({ _id: id }, { $max: { lastUsed: new Date(at) } });
      return E.right(undefined);
    }),
});
