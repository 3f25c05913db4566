import { Pet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Row } from './database.ts';

export const toPet = ({ id, name, categoryId, status }: Row): Pet => {
  const decoded = Pet.decode({ id, name, categoryId, status: status ?? undefined });
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The animal ${id} cannot be read`);
};
