import { type ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import type { DurableFixture } from '../../src/index.ts';
import { correctApiKeys, createDurableApiKeys, findApiKey, isTaken, storeApiKey } from '../correct-repositories.ts';
import { pause, seed } from '../fault.ts';
import { type Catching, inMemory, sessionFaults } from '../session-faults.ts';
import { attempt, type Session } from '../store.ts';

type Operations = Partial<ApiKeyRepository>;

const replacing = (operations: (session: Session) => Operations) => (): DurableFixture<ApiKeyRepository> =>
  createDurableApiKeys((session) => ({ ...correctApiKeys(session), ...operations(session) }));

const model = 'after the store is reopened every operation on API keys returns what a plain model returns';
const both = (law: (two: string) => string): readonly string[] => ['handles', 'processes'].map(law);
const seen = both((two) => `of two ${two} each sees at once what the other has done to API keys`);
const exactlyOne = both(
  (two) => `of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`,
);
const extremes = both((two) => `of revocations and uses at once by two ${two} the earliest and the latest are kept`);

const laws: Catching = {
  forgetting: [model],
  stale: seen,
  overwriting: extremes,
  commit: 'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once',
  outage: 'during an outage every operation on API keys is RepositoryUnavailable, and later all works again',
  close: 'a closed store returns RepositoryUnavailable for API keys, and keeps what it has acknowledged',
  kill: 'when a process is killed while it revokes API keys, each acknowledged revocation holds',
};

/** Reads the key, and later writes it back, changed. */
const readThenWrite = async (
  { read, commit }: Session,
  id: ApiKey['id'],
  change: (key: ApiKey) => ApiKey,
): Promise<O.Option<ApiKey>> => {
  const changed = O.map(change)(findApiKey(read(), id));
  await pause();
  if (O.isSome(changed)) commit((draft) => storeApiKey(draft, changed.value));
  return changed;
};

export const durableApiKeyFaults = seed('a durable ApiKeyRepository', {
  ...sessionFaults(createDurableApiKeys, correctApiKeys, laws),
  'revocations are kept in the memory of a handle': [
    replacing((session) => ({ revoke: correctApiKeys(inMemory(session)).revoke })),
    model,
    ...seen,
  ],
  'uses are kept in the memory of a handle': [
    replacing((session) => ({ recordUse: correctApiKeys(inMemory(session)).recordUse })),
    model,
    ...seen,
  ],
  'the id and the digest are looked up before the transaction, and no unique index is there': [
    replacing(({ read, commit }) => ({
      add: (key) =>
        attempt(async () => {
          if (isTaken(read(), key)) return E.left(apiKeyTaken);
          await pause();
          return E.right(commit((draft) => storeApiKey(draft, key)));
        }),
    })),
    ...exactlyOne,
  ],
  'a revocation is read, compared and written in steps': [
    replacing((session) => ({
      revoke: (id, from) => attempt(async () => E.right(await readThenWrite(session, id, revokeFrom(from)))),
    })),
    ...extremes,
  ],
  'a use is read, compared and written in steps': [
    replacing((session) => ({
      recordUse: (id, at) =>
        attempt(async () => {
          await readThenWrite(session, id, useAt(at));
          return E.right(undefined);
        }),
    })),
    ...extremes,
  ],
});
