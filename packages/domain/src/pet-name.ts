import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';

interface PetNameBrand {
  readonly PetName: unique symbol;
}

/**
 * The name of an animal: any well-formed Unicode string, including the empty string, because the interface allows it.
 * A lone surrogate is invalid, because UTF-8 cannot represent it.
 */
export type PetName = t.Branded<string, PetNameBrand>;

const isPetName = (value: unknown): value is PetName => typeof value === 'string' && value.isWellFormed();

/** Decodes a `PetName`: any string that is well-formed Unicode. */
export const PetName: t.Type<PetName, string, unknown> = fromGuard('PetName', isPetName, (refused) =>
  typeof refused === 'string' ? 'must be well-formed Unicode text' : 'must be a string',
);
