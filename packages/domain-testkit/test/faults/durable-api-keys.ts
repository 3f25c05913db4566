import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { DurableFixture } from '../../src/index.ts';
import { apiKeyOperations } from '../../src/laws/durable-api-keys.ts';
import { apiKeysOn } from '../../src/laws/plain-api-keys.ts';
import { type Adapter, createData, createDurableApiKeys } from '../correct-fixtures.ts';
import { type Fault, type Faults, keepingLists, mistaken, namesOf, wrongInOutage } from '../fault.ts';
import { lookingFirst } from './api-keys.ts';

type KeyAdapter = Adapter<ApiKeyRepository>;
type DurableFault = Fault<DurableFixture<ApiKeyRepository>>;

const adapting =
  (adapter: KeyAdapter, two = 'handles'): DurableFault =>
  () =>
    createDurableApiKeys(two === 'handles' ? adapter : undefined, adapter);

/** Works on data in the memory of its opening, and still notices an outage. */
const inMemory: KeyAdapter = (_, through) => through(apiKeysOn(createData()));

const inMemoryAlone =
  (name: keyof ApiKeyRepository): KeyAdapter =>
  (apiKeys, through) => ({ ...apiKeys, [name]: inMemory(apiKeys, through)[name] });

/** Takes a repeated key for one that is stored, although that may still be lost. */
const believingStored = (): KeyAdapter => {
  const failed = new Set<string>();
  return (apiKeys) => ({
    ...apiKeys,
    add: (key) => async () => {
      const outcome = await apiKeys.add(key)();
      if (E.isRight(outcome) || !failed.has(key.id)) {
        failed.add(key.id);
        return outcome;
      }
      return E.left(apiKeyTaken);
    },
  });
};

const faultsOfTwo = (two: string): Faults<DurableFixture<ApiKeyRepository>> => ({
  [`of two ${two} each sees at once what the other has done to API keys`]: adapting(keepingLists(), two),
  [`of two API keys added at once by two ${two} with one id, or with one digest, exactly one is kept`]: adapting(
    (apiKeys) => mistaken(lookingFirst, apiKeys),
    two,
  ),
});

export const durableApiKeyFaults: Faults<DurableFixture<ApiKeyRepository>> = {
  'after the store is reopened every operation on API keys returns what a plain model returns': [
    adapting(inMemory),
    ...namesOf(apiKeyOperations).map((name) => adapting(inMemoryAlone(name))),
  ],
  ...faultsOfTwo('handles'),
  ...faultsOfTwo('processes'),
  'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once': [
    ...namesOf(apiKeyOperations, 'write').flatMap((name) => wrongInOutage(name).map((fault) => adapting(fault))),
    (correct) => adapting(believingStored())(correct),
  ],
  'during an outage every operation on API keys is RepositoryUnavailable, and later all works again': namesOf(
    apiKeyOperations,
    'read',
  ).flatMap((name) => wrongInOutage(name).map((fault) => adapting(fault))),
};
