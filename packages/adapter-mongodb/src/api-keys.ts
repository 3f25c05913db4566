import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import type { Document } from 'mongodb';
import { toApiKey, toApiKeyDocument } from './documents/api-key-document.ts';
import { isDuplicateKey } from './errors.ts';
import type { Run } from './run.ts';

const toFound = (document: Document | undefined): O.Option<ApiKey> => O.map(toApiKey)(O.fromNullable(document));

/** Creates an `ApiKeyRepository` on MongoDB. */
export const createApiKeys = (run: Run): ApiKeyRepository => ({
  add: (apiKey) =>
    F.pipe(
      run(({ apiKeys }) =>
        apiKeys.insert(toApiKeyDocument(apiKey)).catch((error: unknown) => {
          if (isDuplicateKey(error)) return apiKeyTaken;
          throw error;
        }),
      ),
      TE.flatMapEither((taken) => (taken === undefined ? E.right(undefined) : E.left(taken))),
    ),

  list: () => run(async ({ apiKeys }) => (await apiKeys.find({}, { sort: { created: 1, _id: 1 } })).map(toApiKey)),

  find: (id) => run(async ({ apiKeys }) => toFound((await apiKeys.find({ _id: id }))[0])),

  findByDigest: (digest) => run(async ({ apiKeys }) => toFound((await apiKeys.find({ digest }))[0])),

  // The earlier of two revocations counts.
  revoke: (id, from) =>
    run(async ({ apiKeys }) =>
      toFound(await apiKeys.findOneAndUpdate({ _id: id }, { $min: { revoked: new Date(from) } })),
    ),

  recordUse: (id, at) =>
    run(async ({ apiKeys }) => {
      await apiKeys.updateOne({ _id: id }, { $max: { lastUsed: new Date(at) } });
    }),
});
