import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Row } from './database.ts';

// The names of the domain for the columns. The compiler requires all fields, also of an animal that gets a new one.
export const petColumns = 'id, name, category_id AS categoryId, status';

export const toPet = ({ id, name, categoryId, status }: Row): Pet => {
  const fields = { id, name, categoryId, status: status ?? undefined } satisfies Record<keyof Pet, unknown>;
  const decoded = Pet.decode(fields);
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The animal ${id} cannot be read: ${reasonsOf(decoded.left)}`);
};
