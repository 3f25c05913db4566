import { either as E, eq, function as F } from 'fp-ts';
import * as t from 'io-ts';
import { type InvalidPet, invalidPet } from './errors.ts';
import { CategoryId, PetId } from './int64.ts';
import { onlyFields } from './only-fields.ts';
import { NewPetName, PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

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

/** Whether two animals have the same value of each field. The compiler requires all fields. */
const sameField = {
  name: (a, b) => a.name === b.name,
  categoryId: (a, b) => a.categoryId === b.categoryId,
  status: (a, b) => a.status === b.status,
} satisfies Record<keyof PetDetails, (a: PetDetails, b: PetDetails) => boolean>;

const comparisons = Object.values(sameField);

/** Whether two animals have the same name, category and status. An absent status equals only an absent one. */
export const newPetEq: eq.Eq<PetDetails> = eq.fromEquals((a, b) => comparisons.every((isSame) => isSame(a, b)));
