import { either as E, eq } from 'fp-ts';
import type * as t from 'io-ts';
import { CategoryId } from './category-id.ts';
import type { InvalidPet } from './errors.ts';
import { invalidPet } from './invalid-pet.ts';
import { PetId } from './pet-id.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';
import { type Fields, struct } from './struct.ts';

/** An animal without an id, as a client gives it. An absent status stays absent: there is no default. */
export interface NewPet {
  readonly name: PetName;
  readonly categoryId: CategoryId;
  readonly status?: PetStatus;
}

/** An animal of the store (docs/interface.md, section 2). */
export interface Pet extends NewPet {
  readonly id: PetId;
}

/** The codecs of the fields that a client gives, in the order of docs/interface.md. */
const newPetFields: Fields<NewPet> = { name: PetName, categoryId: CategoryId, status: PetStatus };

/** The codecs of an animal's fields, in the order of docs/interface.md. */
const petFields: Fields<Pet> = { id: PetId, ...newPetFields };

/** Decodes an animal without an id. Other fields are left out, and so is a `status` that is undefined. */
export const NewPet: t.Type<NewPet, NewPet, unknown> = struct('NewPet', newPetFields, ['status']);

/** Decodes an animal of the store. Other fields are left out, and so is a `status` that is undefined. */
export const Pet: t.Type<Pet, Pet, unknown> = struct('Pet', petFields, ['status']);

/**
 * The animal with these fields, or undefined if one is invalid. For lists from a store, in which nearly all are valid: it takes
 * a quarter of the time of the codec, which then says what is wrong.
 */
export const petOf = ({ id, name, categoryId, status }: Readonly<Record<keyof Pet, unknown>>): Pet | undefined => {
  if (!(PetId.is(id) && PetName.is(name) && CategoryId.is(categoryId))) return undefined;
  if (status === undefined) return { id, name, categoryId };
  return PetStatus.is(status) ? { id, name, categoryId, status } : undefined;
};

/** Reads an animal as a client gives it. Other fields, such as an `id`, are ignored. */
export const decodeNewPet = (input: unknown): E.Either<InvalidPet, NewPet> =>
  E.mapLeft(invalidPet)(NewPet.decode(input));

/** A copy with the fields of an animal alone: the caller of a repository may change the original. */
export const copyNewPet: (newPet: NewPet) => NewPet = NewPet.encode;

/** A copy with the fields of an animal alone: the caller of a repository may change the original. */
export const copyPet: (pet: Pet) => Pet = Pet.encode;

/** Gives an animal its id, with the fields in the order of docs/interface.md. */
export const withId = (id: PetId, newPet: NewPet): Pet => copyPet({ ...newPet, id });

/** Whether two animals have the same value of each field. The compiler requires all fields. */
const sameField = {
  name: (a, b) => a.name === b.name,
  categoryId: (a, b) => a.categoryId === b.categoryId,
  status: (a, b) => a.status === b.status,
} satisfies Record<keyof NewPet, (a: NewPet, b: NewPet) => boolean>;

const comparisons = Object.values(sameField);

/** Whether two animals have the same name, category and status. An absent status equals only an absent one. */
export const newPetEq: eq.Eq<NewPet> = eq.fromEquals((a, b) => comparisons.every((isSame) => isSame(a, b)));

/** Whether an animal passes a status filter. No filter passes every animal; one without a status passes none. */
export const hasStatus =
  (status: PetStatus | undefined) =>
  (candidate: Pet): boolean =>
    status === undefined || candidate.status === status;
