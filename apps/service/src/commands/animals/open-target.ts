import type { NewPet, Pet } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { StoreChoice } from '../../configuration/store-choice.ts';
import { messageOf } from '../../errors.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import { openMaintenance, openStores } from '../../stores.ts';
import type { StoreLine } from './import-animals.ts';
import { importIdempotency } from './import-idempotency.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

/** Where animals are imported to. */
export interface ImportTarget<A> {
  readonly store: StoreLine<A>;
  readonly close: () => Promise<void>;
}

/** Opens the store for animals that keep their ids. */
export const openForKeptIds =
  (choice: StoreChoice): TE.TaskEither<string, ImportTarget<Pet>> =>
  async () => {
    const opened = await F.pipe(openMaintenance(choice), TE.mapLeft(messageOf))();
    if (E.isLeft(opened)) return opened;
    const { maintenance, close } = opened.right;
    return E.right({
      store: async (_, pet) => {
        const kept = await retryWhileUnavailable(maintenance.insertWithId(pet))();
        if (E.isRight(kept)) return kept.right === 'inserted' ? 'added' : 'present';
        if (kept.left._tag === 'PetIdTaken') return { refused: `another animal has the id ${pet.id}` };
        if (kept.left._tag === 'PetIdOutOfRange') return { refused: `the id ${pet.id} cannot be kept` };
        return { storeFails: reasonOf(kept.left) };
      },
      close,
    });
  };

/**
 * Opens the store for animals that get new ids. An animal that an earlier attempt of the same run has added is not added
 * again; its id tells, because new ids are greater than the last one from before.
 */
export const openForNewPets =
  (choice: StoreChoice, run: string): TE.TaskEither<string, ImportTarget<NewPet>> =>
  async () => {
    const maintained = await F.pipe(openMaintenance(choice), TE.mapLeft(messageOf))();
    if (E.isLeft(maintained)) return maintained;
    const { maintenance, close: closeMaintenance } = maintained.right;
    const before = await retryWhileUnavailable(maintenance.lastId())();
    await closeMaintenance();
    if (E.isLeft(before)) return E.left(reasonOf(before.left));
    const opened = await F.pipe(openStores(choice), TE.mapLeft(messageOf))();
    if (E.isLeft(opened)) return opened;
    const { pets, close } = opened.right;
    return E.right({
      store: async (line, newPet) => {
        const added = await retryWhileUnavailable(pets.add(newPet, importIdempotency(run, line, newPet)))();
        if (E.isRight(added)) return added.right.id > before.right ? 'added' : 'present';
        if (added.left._tag === 'RepositoryUnavailable') return { storeFails: reasonOf(added.left) };
        if (added.left._tag === 'RepositoryFull') return { storeFails: 'the store is full' };
        return { refused: 'another animal was added for this line before' };
      },
      close,
    });
  };
