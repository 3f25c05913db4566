import { either as E, function as F, option as O, task as T, type taskEither as TE } from 'fp-ts';
import type { RepositoryUnavailable } from '../errors.ts';
import type { ApiKeyRepository } from '../ports/api-key-repository.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey, ApiKeyDigest } from './api-key.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { isReadable, type StoredApiKey } from './stored-api-key.ts';

/** How long, in milliseconds, a key that was found is believed: well below the 10 s in which a revocation must hold. */
export const apiKeyCacheTime = 8_000;

/** How many keys are remembered. */
const capacity = 10_000;

/** How many lookups run at once, and how many wait: a flood of unknown keys must not take the store's connections. */
const lookups = { running: 8, waiting: 1_000 };

type Found = E.Either<RepositoryUnavailable, O.Option<ApiKey>>;

/** Makes of a question another one, for example one that waits for its answer only so long. */
export type Limit = (question: TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>) => typeof question;

interface Entry {
  readonly apiKey: ApiKey;
  readonly asked: number;
}

/**
 * An `ApiKeyRepository` that remembers for `apiKeyCacheTime` the keys that `findByDigest` found, so that a request
 * costs no round trip. Keys that are not found are never remembered: no flood of them can evict one that is known.
 * Requests for one key at the same time share one lookup, and `limit` applies to each that waits for one.
 */
export const cacheApiKeys = (
  apiKeys: ApiKeyRepository,
  { now }: Clock,
  limit: Limit = F.identity,
): ApiKeyRepository => {
  const entries = new Map<ApiKeyDigest, Entry>();
  const pending = new Map<ApiKeyDigest, Promise<Found>>();
  const gate = limitConcurrency(lookups.running, lookups.waiting);

  const remembered = (digest: ApiKeyDigest): ApiKey | undefined => {
    const entry = entries.get(digest);
    if (entry === undefined) return undefined;
    const age = now() - entry.asked;
    // A clock that was set back makes no entry live longer.
    if (age >= 0 && age < apiKeyCacheTime) return entry.apiKey;
    entries.delete(digest);
    return undefined;
  };

  const remember = (digest: ApiKeyDigest, entry: Entry): void => {
    const [oldest] = entries.keys();
    if (entries.size >= capacity && oldest !== undefined) entries.delete(oldest);
    entries.set(digest, entry);
  };

  const lookup = async (digest: ApiKeyDigest): Promise<Found> => {
    const asked = now();
    const found = await gate(apiKeys.findByDigest(digest))();
    if (E.isRight(found) && O.isSome(found.right)) remember(digest, { apiKey: found.right.value, asked });
    return found;
  };

  const findByDigest =
    (digest: ApiKeyDigest): T.Task<Found> =>
    () => {
      const known = remembered(digest);
      if (known !== undefined) return Promise.resolve(E.right(O.some(known)));
      const shared = pending.get(digest) ?? lookup(digest).finally(() => pending.delete(digest));
      pending.set(digest, shared);
      return limit(() => shared)();
    };

  const forget = (apiKey: StoredApiKey): void => {
    if (isReadable(apiKey)) entries.delete(apiKey.digest);
  };

  return {
    ...apiKeys,
    findByDigest,
    revoke: (id, from) =>
      T.tap((revoked: E.Either<RepositoryUnavailable, O.Option<StoredApiKey>>) =>
        T.fromIO(() => E.map(O.map(forget))(revoked)),
      )(apiKeys.revoke(id, from)),
  };
};
