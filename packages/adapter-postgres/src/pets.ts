import {
  type Added,
  idempotencyKeyReused,
  minInt64,
  NewPet,
  newPetEq,
  type PetRepository,
  type RepositoryUnavailable,
} from '@animal-store/domain';
import DataLoader from 'dataloader';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { type Creation, createAddPets } from './add-pets.ts';
import type { Statement } from './pool.ts';
import { petNames, toPet } from './rows.ts';
import type { Run } from './run.ts';

const select = `SELECT ${petNames} FROM pets WHERE`;

/** The reads of animals. In a large table, each is one scan of an index, as long as the list. */
export const petReads: Readonly<Record<'all' | 'ofStatus' | 'one', Statement>> = {
  all: { name: 'list_pets', text: `${select} id > $1 ORDER BY id LIMIT $2` },
  ofStatus: {
    name: 'list_pets_of_status',
    // With `status = $3` the planner may search all animals in order of id, which takes long if the status is rare. With `>`
    // instead of `>=` it expects that few animals have the status, and may sort all of them.
    text: `${select} (status, id) >= ($3, $1) AND id <> $1 AND status <= $3 ORDER BY status, id LIMIT $2`,
  },
  one: { name: 'find_pet', text: `${select} id = $1` },
};

/**
 * Creates a `PetRepository` on PostgreSQL. A read costs one statement; the reads of one turn of the event loop are sent
 * together.
 */
export const createPets = (run: Run): PetRepository => {
  const addPets = createAddPets();
  // The creations of one turn of the event loop share a statement and a commit.
  const creations = new DataLoader<Creation, E.Either<RepositoryUnavailable, Added>>(
    async (given) => {
      const outcome = await run((pool) => addPets(pool, given))();
      return given.map((_, index) => E.map((added: readonly Added[]) => added[index] as Added)(outcome));
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
  );

  return {
    list: ({ limit, status, after = minInt64 }) => {
      const statement = status === undefined ? petReads.all : petReads.ofStatus;
      const values = status === undefined ? [after, limit] : [after, limit, status];
      return run(async ({ read }) => (await read({ ...statement, values })).map(toPet));
    },

    add: (given, idempotency) => {
      // A copy: the caller may change the original before it is sent, or compared.
      const newPet = NewPet.encode(given);
      if (idempotency === undefined) return () => creations.load({ newPet });
      const creation = { newPet, idempotency: { ...idempotency } };
      return F.pipe(
        () => creations.load(creation),
        TE.filterOrElseW(
          ({ pet }) => newPetEq.equals(pet, newPet),
          () => idempotencyKeyReused,
        ),
      );
    },

    find: (id) =>
      run(async ({ read }) => {
        const [row] = await read({ ...petReads.one, values: [id] });
        return row === undefined ? O.none : O.some(toPet(row));
      }),
  };
};
