import {
  type Added,
  idempotencyKeyReused,
  minInt64,
  NewPet,
  newPetEq,
  type PetRepository,
  type RepositoryUnavailable,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { addKeyedPets, addPets, type KeyedCreation } from './add-pets.ts';
import { batch } from './batch.ts';
import { toPet } from './decode-row.ts';
import type { PostgresPool } from './open-pool.ts';
import type { RunOperation } from './run-operation.ts';
import type { Statement } from './statement.ts';

const select = 'SELECT id, name, category_id, status FROM pets WHERE';

/** The reads of animals. Each is one scan of an index, as long as the list. */
export const petReads: Readonly<Record<'all' | 'ofStatus' | 'one', Statement>> = {
  all: { name: 'list_pets', text: `${select} id > $1 ORDER BY id LIMIT $2` },
  ofStatus: {
    name: 'list_pets_of_status',
    // With `status = $3` the planner may search all animals in order of id, which takes long if the status is rare.
    text: `${select} (status, id) > ($3, $1) AND status <= $3 ORDER BY status, id LIMIT $2`,
  },
  one: { name: 'find_pet', text: `${select} id = $1` },
};

/** The most animals in one statement. */
const maxTogether = 100;

/**
 * Makes a function for one creation that adds those of one turn of the event loop in one statement, which adds all animals or
 * none.
 */
const addTogether = <I>(
  run: RunOperation,
  addAll: (pool: PostgresPool, creations: readonly I[]) => Promise<readonly Added[]>,
): ((creation: I) => TE.TaskEither<RepositoryUnavailable, Added>) => {
  const add = batch<I, E.Either<RepositoryUnavailable, Added>>(maxTogether, async (creations) => {
    const added = await run((pool) => addAll(pool, creations))();
    return creations.map((_, index) => E.right(E.map((all: readonly Added[]) => all[index] as Added)(added)));
  });
  return (creation) => () => add(creation);
};

/** Creates a `PetRepository` on PostgreSQL. Adding an animal costs one statement, which creations of one turn share. */
export const createPostgresPetRepository = (run: RunOperation): PetRepository => {
  const add = addTogether<NewPet>(run, addPets);
  const addKeyed = addTogether<KeyedCreation>(run, addKeyedPets);

  return {
    list: ({ limit, status, after = minInt64 }) => {
      const statement = status === undefined ? petReads.all : petReads.ofStatus;
      const values = status === undefined ? [after, limit] : [after, limit, status];
      return run(async (pool) => (await pool.query(statement, values)).map(toPet));
    },

    add: (given, idempotency) => {
      // A copy: the caller may change the original before it is sent, or compared.
      const newPet = NewPet.encode(given);
      if (idempotency === undefined) return add(newPet);
      return TE.flatMapEither((added: Added) =>
        newPetEq.equals(added.pet, newPet) ? E.right(added) : E.left(idempotencyKeyReused),
      )(addKeyed({ newPet, idempotency: { ...idempotency } }));
    },

    find: (id) => run(async (pool) => O.map(toPet)(O.fromNullable((await pool.query(petReads.one, [id]))[0]))),
  };
};
