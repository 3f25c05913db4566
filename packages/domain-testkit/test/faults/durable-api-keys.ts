import type { ApiKeyRepository } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import type { DurableFixture } from '../../src/index.ts';
import { createDurableApiKeys } from '../correct-fixtures.ts';
import { apiKeysOn, createData } from '../correct-repositories.ts';
import { type Fault, type Faults, mistaken } from '../fault.ts';
import { ignoringConflicts } from './api-keys.ts';

type DurableFault = Fault<DurableFixture<ApiKeyRepository>>;

/** Works on data in the memory of its handle, and still notices an outage. */
const inMemory: DurableFault = () => createDurableApiKeys((_, through) => through(apiKeysOn(createData())));

/** Takes an outage for an empty store. */
const hidingOutages: DurableFault = () =>
  createDurableApiKeys((apiKeys) => ({
    ...apiKeys,
    find: (id) => TE.orElseW(() => TE.right(O.none))(apiKeys.find(id)),
  }));

const conflicts: DurableFault = () => createDurableApiKeys((apiKeys) => mistaken(ignoringConflicts, apiKeys));

const faultsOfTwo = (two: string): Faults<DurableFixture<ApiKeyRepository>> => ({
  [`of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`]: conflicts,
  [`of revocations and uses at once by two ${two} the earliest and the latest are kept`]: inMemory,
  [`of two ${two} each sees at once what the other has done to API keys`]: inMemory,
});

export const durableApiKeyFaults: Faults<DurableFixture<ApiKeyRepository>> = {
  ...faultsOfTwo('handles'),
  ...faultsOfTwo('processes'),
  'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once': [conflicts],
  'during an outage every operation on API keys is RepositoryUnavailable, and later all works again': hidingOutages,
  'a closed store returns RepositoryUnavailable for API keys, and keeps what it has acknowledged': [
    hidingOutages,
    inMemory,
  ],
  'when a process is killed while it revokes API keys, each acknowledged revocation holds': inMemory,
  'after the store is reopened every operation on API keys returns what a plain model returns': inMemory,
};
