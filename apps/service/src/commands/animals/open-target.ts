import type { NewPet, Pet, PetMaintenance, PetRepository } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { messageOf } from '../../errors.ts';
import { type ChosenStore, openChosenStore, openMaintenance } from '../../stores/chosen-store.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import type { PetOnLine } from './find-highest.ts';
import type { LineOutcome, StoreLine } from './import-animals.ts';
import { importIdempotency } from './import-idempotency.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

/** Where animals are imported to. */
export interface ImportTarget<A> {
  readonly store: StoreLine<A>;
  readonly close: () => Promise<void>;
}

type FailureOf<Operation extends (...input: never[]) => TE.TaskEither<unknown, unknown>> =
  ReturnType<Operation> extends TE.TaskEither<infer Failure, unknown> ? Failure : never;

// Each has a line for every failure there is: the compiler demands one for a new failure.
const keptIdOutcome = (pet: Pet, failure: FailureOf<PetMaintenance['insertWithId']>): LineOutcome => {
  switch (failure._tag) {
    case 'PetIdTaken':
      return { refused: `another animal has the id ${pet.id}` };
    case 'PetIdOutOfRange':
      return { refused: `the id ${pet.id} cannot be kept` };
    case 'RepositoryUnavailable':
      return { storeFails: reasonOf(failure) };
  }
};
const newPetOutcome = (failure: FailureOf<PetRepository['add']>): LineOutcome => {
  switch (failure._tag) {
    case 'IdempotencyKeyReused':
      return { refused: 'another animal was added for this line before' };
    case 'RepositoryFull':
      return { storeFails: 'the store is full' };
    case 'RepositoryUnavailable':
      return { storeFails: reasonOf(failure) };
  }
};

/**
 * Opens the store for animals that keep their ids. The animal with the highest id, if it is known, is stored at once: all
 * ids that services reserve afterwards are above it, so they do not use the ids of the other animals.
 */
export const openForKeptIds =
  (chosen: ChosenStore, highest?: PetOnLine): TE.TaskEither<string, ImportTarget<Pet>> =>
  async () => {
    const opened = await F.pipe(openMaintenance(chosen), TE.mapLeft(messageOf))();
    if (E.isLeft(opened)) return opened;
    const { maintenance, close } = opened.right;
    const keep = async (pet: Pet): Promise<LineOutcome> => {
      const kept = await retryWhileUnavailable(maintenance.insertWithId(pet))();
      if (E.isRight(kept)) return kept.right === 'inserted' ? 'added' : 'present';
      return keptIdOutcome(pet, kept.left);
    };
    const first = highest && { line: highest.line, outcome: await keep(highest.pet) };
    return E.right({
      store: (line, pet) => (line === first?.line ? Promise.resolve(first.outcome) : keep(pet)),
      close,
    });
  };

/**
 * Opens the store for animals that get new ids. An animal that an earlier attempt of the same run has added is not added
 * again; its id tells, because new ids are greater than the last one from before.
 */
export const openForNewPets =
  (chosen: ChosenStore, run: string): TE.TaskEither<string, ImportTarget<NewPet>> =>
  async () => {
    const maintained = await F.pipe(openMaintenance(chosen), TE.mapLeft(messageOf))();
    if (E.isLeft(maintained)) return maintained;
    const { maintenance, close: closeMaintenance } = maintained.right;
    const before = await retryWhileUnavailable(maintenance.lastId())();
    await closeMaintenance();
    if (E.isLeft(before)) return E.left(reasonOf(before.left));
    const opened = await F.pipe(openChosenStore(chosen), TE.mapLeft(messageOf))();
    if (E.isLeft(opened)) return opened;
    const { pets, close } = opened.right;
    return E.right({
      store: async (line, newPet) => {
        const added = await retryWhileUnavailable(pets.add(newPet, importIdempotency(run, line, newPet)))();
        if (E.isRight(added)) return added.right.id > before.right ? 'added' : 'present';
        return newPetOutcome(added.left);
      },
      close,
    });
  };
