import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O, readonlyArray as RA } from 'fp-ts';
import type { Document } from 'mongodb';
import { isDuplicateKey } from './codes.ts';
import type { Collections } from './collections.ts';
import { toApiKey, toApiKeyDocument } from './documents/api-key-document.ts';
import type { RunOperation } from './run.ts';

const first = (documents: readonly Document[]): E.Either<never, O.Option<ApiKey>> =>
  E.right(O.map(toApiKey)(RA.head(documents)));

/** Creates an `ApiKeyRepository` on MongoDB. */
export const createApiKeys = (run: RunOperation, { apiKeys }: Collections): ApiKeyRepository => ({
  add: (apiKey) =>
    run(async () => {
      const [error] = await apiKeys.insert([toApiKeyDocument(apiKey)]);
      if (error === undefined) return E.right(undefined);
      if (isDuplicateKey(error)) return E.left(apiKeyTaken);
      throw error;
    }),

  list: () => run(async () => E.right((await apiKeys.find({}, { sort: { created: 1, _id: 1 } })).map(toApiKey))),

  find: (id) => run(async () => first(await apiKeys.find({ _id: id }))),

  findByDigest: (digest) => run(async () => first(await apiKeys.find({ digest }))),

  // The earlier of two revocations counts.
  revoke: (id, from) =>
    run(async () => {
      const revoked = await apiKeys.findOneAndUpdate({ _id: id }, { $min: { revoked: new Date(from) } });
      return first(revoked === undefined ? [] : [revoked]);
    }),

  recordUse: (id, at) =>
    run(async () => {
      await apiKeys.updateOne({ _id: id }, { $max: { lastUsed: new Date(at) } });
      return E.right(undefined);
    }),
});
