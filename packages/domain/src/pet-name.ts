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

const ruleFor = (refused: unknown): string =>
  typeof refused === 'string' ? 'must be well-formed Unicode text' : 'must be a string';

/** Decodes a `PetName`: any string that is well-formed Unicode. */
export const PetName: t.Type<PetName, string, unknown> = fromGuard('PetName', isPetName, ruleFor);

/** The largest length of the name of a new animal, in characters (Unicode code points): 1,000. */
export const maxNewPetNameLength = 1_000;

interface NewPetNameBrand {
  readonly NewPetName: unique symbol;
}

/** The name of a new animal: a `PetName` of at most `maxNewPetNameLength` characters. */
export type NewPetName = t.Branded<PetName, NewPetNameBrand>;

const tooLong = new RegExp(`^.{${maxNewPetNameLength + 1}}`, 'su');

/** Decodes a `NewPetName`: well-formed Unicode of at most `maxNewPetNameLength` characters. */
export const NewPetName: t.Type<NewPetName, string, unknown> = fromGuard(
  'NewPetName',
  (value): value is NewPetName => isPetName(value) && !tooLong.test(value),
  (refused) => (isPetName(refused) ? `must have at most ${maxNewPetNameLength} characters` : ruleFor(refused)),
);
