import { either as E, eq, function as F } from 'fp-ts';
import * as t from 'io-ts';
import { type InvalidPet, invalidPet } from './errors.ts';
import { fromGuard } from './from-guard.ts';
import { CategoryId, PetId } from './int64.ts';
import { onlyFields } from './only-fields.ts';

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

/** The availability statuses, in the order of the interface specification, section 2. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** Whether an animal is available (interface specification, section 3). */
export type PetStatus = (typeof petStatuses)[number];

const isPetStatus = (value: unknown): value is PetStatus => petStatuses.some((status) => status === value);

/** Decodes one of `petStatuses`. */
export const PetStatus: t.Type<PetStatus, PetStatus, unknown> = fromGuard(
  'PetStatus',
  isPetStatus,
  `must be one of ${petStatuses.join(', ')}`,
);

const required = t.type({ name: PetName, categoryId: CategoryId });
const optional = t.partial({ status: PetStatus });

/** The fields of an animal besides its id. An absent status stays absent: there is no default. */
export interface PetDetails extends Readonly<t.TypeOf<typeof required>>, Readonly<t.TypeOf<typeof optional>> {}

/** An animal without an id, as a client gives it. A stored animal is not one, because its name can be longer. */
export interface NewPet extends PetDetails {
  readonly name: NewPetName;
}

/** An animal of the store (interface specification, section 2). Its name has any length. */
export interface Pet extends PetDetails {
  readonly id: PetId;
}

/**
 * Decodes an animal without an id, whose name has at most `maxNewPetNameLength` characters. Other fields are left out, and so is
 * a `status` that is undefined.
 */
export const NewPet: t.Type<NewPet, NewPet, unknown> = onlyFields(
  t.intersection([t.type({ ...required.props, name: NewPetName }), optional], 'NewPet'),
);

/** Decodes an animal of the store, whose name has any length. Other fields are left out, and so is a `status` that is undefined. */
export const Pet: t.Type<Pet, Pet, unknown> = onlyFields(
  t.intersection([t.type({ id: PetId, ...required.props }), optional], 'Pet'),
);

/** Reads an animal as a client gives it. Other fields, such as an `id`, are ignored. */
export const decodeNewPet: (input: unknown) => E.Either<InvalidPet, NewPet> = F.flow(
  NewPet.decode,
  E.mapLeft(invalidPet),
);

/** Gives an animal its id, with the fields in the order of the interface specification. */
export const withId = (id: PetId, details: PetDetails): Pet => Pet.encode({ ...details, id });

/** The fields of an animal that a client gives, in the order of the interface specification. */
export const newPetFields: readonly (keyof NewPet)[] = Object.keys({
  ...required.props,
  ...optional.props,
}) as (keyof NewPet)[];

/** Whether two animals have the same value of each field besides the id. An absent field equals only an absent one. */
export const newPetEq: eq.Eq<PetDetails> = eq.fromEquals((a, b) =>
  newPetFields.every((field) => a[field] === b[field]),
);
