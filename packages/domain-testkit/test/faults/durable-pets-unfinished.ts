import type { Pet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { DurablePetRepositoryFixture, Failures, StoreHandle } from '../../src/index.ts';
import { seed } from '../fault.ts';

/** The retry of an unfinished creation takes what was added since for its own leftovers, and removes it. */
const cleaningUp = ({
  open,
  failedCommits,
  remove,
}: DurablePetRepositoryFixture): Partial<DurablePetRepositoryFixture> => {
  const unfinished = new Set<string>();
  const since: Pet[] = [];
  const faulty = <H extends StoreHandle<PetRepository>>(handle: H): H => ({
    ...handle,
    repository: {
      ...handle.repository,
      add: (given, used) => async () => {
        const outcome = await handle.repository.add(given, used)();
        if (used === undefined && E.isRight(outcome) && unfinished.size > 0) since.push(outcome.right);
        if (used === undefined) return outcome;
        if (E.isLeft(outcome)) unfinished.add(used.key);
        else if (unfinished.delete(used.key)) for (const { id } of since.splice(0)) await remove(id);
        return outcome;
      },
    },
  });
  const faultyFailure = ([first, ...more]: Failures<PetRepository>): Failures<PetRepository> => {
    const change = (failure: typeof first) => ({ ...failure, open: async () => faulty(await failure.open()) });
    return [change(first), ...more.map(change)];
  };
  return { open: async () => faulty(await open()), failedCommits: faultyFailure(failedCommits) };
};

export const unfinishedCreationFaults = seed('a durable PetRepository', {
  'the retry of an unfinished creation removes what was added since': [
    cleaningUp,
    'a write that succeeds while a creation is unfinished still holds after the retry of the creation',
  ],
});
