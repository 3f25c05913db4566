import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';

interface PetNameBrand {
  readonly PetName: unique symbol;
}

/**
 * An animal's name: any well-formed Unicode string, the empty one included, for nothing forbids it.
 * A lone surrogate is refused, since no store and no UTF-8 text could keep it.
 */
export type PetName = t.Branded<string, PetNameBrand>;

const isPetName = (value: unknown): value is PetName => typeof value === 'string' && value.isWellFormed();

/** Decodes a `PetName`: any string that is well-formed Unicode. */
export const PetName: t.Type<PetName, string, unknown> = fromGuard('PetName', isPetName, (refused) =>
  typeof refused === 'string' ? 'must be well-formed Unicode text' : 'must be a string',
);
