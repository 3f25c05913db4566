import type { ApiKeyRepository } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type { DurableFixture } from '../../src/index.ts';
import { type Adapter, createDurableApiKeys } from '../correct-fixtures.ts';
import { apiKeysOn, createData } from '../correct-repositories.ts';
import { type Fault, type Faults, mistaken } from '../fault.ts';
import { ignoringConflicts } from './api-keys.ts';

type KeyAdapter = Adapter<ApiKeyRepository>;
type DurableFault = Fault<DurableFixture<ApiKeyRepository>>;

const correct: KeyAdapter = (apiKeys) => apiKeys;
const everywhere =
  (adapter: KeyAdapter): DurableFault =>
  () =>
    createDurableApiKeys(adapter);
const inProcesses =
  (adapter: KeyAdapter): DurableFault =>
  () =>
    createDurableApiKeys(correct, adapter);

/** Works on data in the memory of its handle, and still notices an outage. */
const inMemory: KeyAdapter = (_, through) => through(apiKeysOn(createData()));

const conflicts: KeyAdapter = (apiKeys) => mistaken(ignoringConflicts, apiKeys);

/** Takes an outage for a success. */
const hidingOutages: KeyAdapter = (apiKeys) => ({
  ...apiKeys,
  recordUse: (id, at) => TE.orElseW(() => TE.right(undefined))(apiKeys.recordUse(id, at)),
});

/** Takes an outage for an empty store. */
const findingNothing: KeyAdapter = (apiKeys) => ({
  ...apiKeys,
  find: (id) => TE.orElseW(() => TE.right(O.none))(apiKeys.find(id)),
});

/** From its third opening on, nothing is found. */
const findingNothingLater: DurableFault = ({ open }) => {
  let opened = 0;
  return {
    open: async () => {
      const handle = await open();
      opened += 1;
      return opened < 3 ? handle : { ...handle, repository: { ...handle.repository, find: () => TE.right(O.none) } };
    },
  };
};

/** Keeps its list until it writes itself. */
const keepingList: KeyAdapter = (apiKeys) => {
  let kept: Awaited<ReturnType<ReturnType<ApiKeyRepository['list']>>> | undefined;
  const clearing =
    <Input extends unknown[], L, A>(write: (...input: Input) => TE.TaskEither<L, A>) =>
    (...input: Input): TE.TaskEither<L, A> =>
      TE.tapIO(write(...input), () => () => {
        kept = undefined;
      });
  return {
    ...apiKeys,
    add: clearing(apiKeys.add),
    revoke: clearing(apiKeys.revoke),
    recordUse: clearing(apiKeys.recordUse),
    list: () => async () => {
      const found = kept ?? (await apiKeys.list()());
      if (E.isRight(found)) kept = found;
      return found;
    },
  };
};

const faultsOfTwo = (two: string, by: typeof everywhere): Faults<DurableFixture<ApiKeyRepository>> => ({
  [`of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`]: [
    by(inMemory),
    by(conflicts),
  ],
  [`of two ${two} each sees at once what the other has done to API keys`]: by(keepingList),
});

export const durableApiKeyFaults: Faults<DurableFixture<ApiKeyRepository>> = {
  ...faultsOfTwo('handles', everywhere),
  ...faultsOfTwo('processes', inProcesses),
  'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once':
    everywhere(hidingOutages),
  'during an outage every operation on API keys is RepositoryUnavailable, and later all works again':
    everywhere(findingNothing),
  'after the store is reopened every operation on API keys returns what a plain model returns': findingNothingLater,
};
