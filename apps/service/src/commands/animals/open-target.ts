import type { NewPet, Pet, PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { messageOf } from '../../errors.ts';
import { type ChosenStore, openChosenStore, openMaintenance } from '../../stores/chosen-store.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import type { KeptIds } from './find-highest.ts';
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

/** What the operator should know of ids that services have reserved; undefined if no line can meet one. */
const reservedIdsText = (reserved: number, last: bigint, { highest, upToLast }: KeptIds): string | undefined => {
  if (reserved === 0 || last === 0n || highest === undefined || upToLast === 0) return undefined;
  const lines = upToLast === undefined ? 'Lines' : `${upToLast} of the lines`;
  return (
    `${lines} have ids up to ${last}, of which each service that runs now may have reserved ${reserved}: ` +
    'such a line is refused if a service has used its id'
  );
};

/**
 * Opens the store for animals that keep their ids. If the highest one is known, the store is told it before the first animal
 * is stored: all ids that services reserve from then on are above it, so they do not use the ids of the animals.
 */
export const openForKeptIds =
  (
    chosen: ChosenStore,
    findIds: (last: bigint) => Promise<KeptIds>,
    warn: (message: string) => void,
  ): TE.TaskEither<string, ImportTarget<Pet>> =>
  async () => {
    const opened = await F.pipe(openMaintenance(chosen), TE.mapLeft(messageOf))();
    if (E.isLeft(opened)) return opened;
    const { maintenance, close } = opened.right;
    const fail = async (failure: RepositoryUnavailable): Promise<E.Either<string, never>> => {
      await close();
      return E.left(reasonOf(failure));
    };
    const last = await retryWhileUnavailable(maintenance.lastId())();
    if (E.isLeft(last)) return fail(last.left);
    const ids = await findIds(last.right);
    const text = reservedIdsText(chosen.kind.idsReserved ?? 0, last.right, ids);
    if (text !== undefined) warn(text);
    if (ids.highest !== undefined) {
      const raised = await retryWhileUnavailable(maintenance.raiseLastId(ids.highest))();
      // Ids out of range were refused before.
      if (E.isLeft(raised) && raised.left._tag === 'RepositoryUnavailable') return fail(raised.left);
    }
    return E.right({
      store: async (_, pet) => {
        const kept = await retryWhileUnavailable(maintenance.insertWithId(pet))();
        if (E.isRight(kept)) return kept.right === 'inserted' ? 'added' : 'present';
        return keptIdOutcome(pet, kept.left);
      },
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
        if (E.isRight(added)) return added.right.pet.id > before.right ? 'added' : 'present';
        return newPetOutcome(added.left);
      },
      close,
    });
  };
