import { type Added, idempotencyKeyReused, minInt64, NewPet, newPetEq, type PetRepository } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { addKeyedPets, addPets, type RecordLifetime } from './add-pets.ts';
import { addTogether } from './add-together.ts';
import { columns, inOneRow, toPet, toPets } from './decode-row.ts';
import type { RunOperation } from './run-operation.ts';
import type { Statement } from './statement.ts';

/** The reads of animals. Each is one scan of an index, as long as the list. */
export const petReads: Readonly<Record<'all' | 'ofStatus' | 'one', Statement>> = {
  all: { name: 'list_pets', text: inOneRow('SELECT * FROM pets WHERE id > $1 ORDER BY id LIMIT $2') },
  ofStatus: {
    name: 'list_pets_of_status',
    // With `status = $3` the planner may search all animals in order of id, which takes long where the status is rare.
    text: inOneRow('SELECT * FROM pets WHERE (status, id) > ($3, $1) AND status <= $3 ORDER BY status, id LIMIT $2'),
  },
  one: { name: 'find_pet', text: `SELECT ${columns.pet} FROM pets WHERE id = $1` },
};

/** Creates a `PetRepository` on PostgreSQL. Adding an animal costs one statement, which animals of one turn share. */
export const createPostgresPetRepository = (run: RunOperation, lifetime: RecordLifetime): PetRepository => {
  const add = addTogether(addPets);
  const addKeyed = addTogether(addKeyedPets(lifetime));

  return {
    list: ({ limit, status, after = minInt64 }) => {
      const statement = status === undefined ? petReads.all : petReads.ofStatus;
      const values = status === undefined ? [after, limit] : [after, limit, status];
      return run(async (pool, isOver) => toPets(await pool.read(statement, values, isOver)));
    },

    add: (given, idempotency) => {
      // A copy: the caller may change the original before it is sent, or compared.
      const newPet = NewPet.encode(given);
      if (idempotency === undefined) return run((pool, isOver) => add(pool, newPet, isOver));
      const creation = { newPet, idempotency: { ...idempotency } };
      return TE.flatMapEither((added: Added) =>
        newPetEq.equals(added.pet, newPet) ? E.right(added) : E.left(idempotencyKeyReused),
      )(run((pool, isOver) => addKeyed(pool, creation, isOver)));
    },

    find: (id) =>
      run(async (pool, isOver) => O.map(toPet)(O.fromNullable((await pool.read(petReads.one, [id], isOver))[0]))),
  };
};
