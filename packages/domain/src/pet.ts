import { either as E, eq } from 'fp-ts';
import * as t from 'io-ts';
import { CategoryId } from './category-id.ts';
import { PetId } from './pet-id.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';
import { toViolations, type Violation } from './violation.ts';

/** An animal without an id, to be added. An absent status stays absent: there is no default. */
export interface NewPet {
  readonly name: PetName;
  readonly categoryId: CategoryId;
  readonly status?: PetStatus;
}

/** An animal of the store (docs/interface.md, section 2). */
export interface Pet extends NewPet {
  readonly id: PetId;
}

/** The input is not an animal. `violations` names every invalid field. */
export interface InvalidPet {
  readonly _tag: 'InvalidPet';
  readonly violations: readonly Violation[];
}

const optionalStatus = t.partial({ status: PetStatus });
const newPet = t.exact(t.intersection([t.type({ name: PetName, categoryId: CategoryId }), optionalStatus]));
const pet = t.exact(t.intersection([t.type({ id: PetId, name: PetName, categoryId: CategoryId }), optionalStatus]));

// An own `status: undefined` would be a third state in addition to absent and present, so it becomes absent.
const toNewPet = ({ name, categoryId, status }: t.TypeOf<typeof newPet>): NewPet =>
  status === undefined ? { name, categoryId } : { name, categoryId, status };

const toPet = (fields: t.TypeOf<typeof pet>): Pet => ({ id: fields.id, ...toNewPet(fields) });

// Once a codec changes a value, io-ts copies the record by assignment. An own `__proto__`, as JSON.parse makes one,
// would become the prototype of the copy, and its fields would pass, unchecked, for those of the animal.
const withoutProto = (input: unknown): unknown =>
  t.UnknownRecord.is(input) && Object.hasOwn(input, '__proto__')
    ? Object.fromEntries(Object.entries(input).filter(([key]) => key !== '__proto__'))
    : input;

/** Decodes an animal without an id. It drops other fields and an undefined `status`. */
export const NewPet: t.Type<NewPet, NewPet, unknown> = new t.Type(
  'NewPet',
  (value): value is NewPet => newPet.is(value),
  (input, context) => E.map(toNewPet)(newPet.validate(withoutProto(input), context)),
  toNewPet,
);

/** Decodes an animal of the store. It drops other fields and an undefined `status`. */
export const Pet: t.Type<Pet, Pet, unknown> = new t.Type(
  'Pet',
  (value): value is Pet => pet.is(value),
  // Most animals come from a store and need no change. This check takes a third of the time of the validation.
  (input, context) =>
    pet.is(input) ? E.right(toPet(input)) : E.map(toPet)(pet.validate(withoutProto(input), context)),
  toPet,
);

/** Reads an animal without an id. It ignores fields that an animal does not have, including an `id`. */
export const decodeNewPet = (input: unknown): E.Either<InvalidPet, NewPet> =>
  E.mapLeft((errors: t.Errors): InvalidPet => ({ _tag: 'InvalidPet', violations: toViolations(errors) }))(
    NewPet.decode(input),
  );

/** Adds an id to a new animal, with the fields in the order of docs/interface.md. */
export const withId = (id: PetId, { name, categoryId, status }: NewPet): Pet =>
  status === undefined ? { id, name, categoryId } : { id, name, categoryId, status };

/** Whether two new animals have the same name, category and status. An absent status equals only an absent one. */
export const newPetEq: eq.Eq<NewPet> = eq.fromEquals(
  (a, b) => a.name === b.name && a.categoryId === b.categoryId && a.status === b.status,
);

/** Whether an animal passes a status filter. No filter passes every animal; one without a status passes none. */
export const hasStatus =
  (status: PetStatus | undefined) =>
  (candidate: Pet): boolean =>
    status === undefined || candidate.status === status;
