import { either as E } from 'fp-ts';
import * as t from 'io-ts';

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
export const PetName: t.Type<PetName, string, unknown> = new t.Type(
  'PetName',
  isPetName,
  (input, context) => {
    if (isPetName(input)) return E.right(input);
    const rule = typeof input === 'string' ? 'must be well-formed Unicode text' : 'must be a string';
    return t.failure(input, context, rule);
  },
  (name) => name,
);
