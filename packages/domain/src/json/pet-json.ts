import { either as E, function as F } from 'fp-ts';
import type * as t from 'io-ts';
import { type InvalidPet, invalidPet } from '../errors.ts';
import { NewPet, newPetFields, Pet } from '../pet.ts';
import { parseExactJson } from './exact-json.ts';

/**
 * The JSON text of an animal, without a line break and with the fields in the order of the interface specification.
 * Integers are written digit by digit: `JSON.stringify` rejects a bigint, and a JavaScript number would round it.
 */
export const petJson = ({ id, name, categoryId, status }: Pet): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status === undefined ? '' : `,"status":"${status}"`}}`;

/** The JSON text of a list of animals. */
export const petsJson = (pets: readonly Pet[]): string => `[${pets.map(petJson).join(',')}]`;

const notJson = (message: string): InvalidPet => ({ _tag: 'InvalidPet', violations: [{ path: '', message }] });

const parserOf =
  <A>(codec: t.Decoder<unknown, A>, read: readonly string[]) =>
  (text: string): E.Either<InvalidPet, A> =>
    F.pipe(
      parseExactJson(text, read),
      E.mapLeft(notJson),
      E.chain((value) => E.mapLeft(invalidPet)(codec.decode(value))),
    );

/** Reads an animal from JSON text, with exact integers. It ignores other fields. The failure names every invalid field. */
export const parsePetJson: (text: string) => E.Either<InvalidPet, Pet> = parserOf(Pet, ['id', ...newPetFields]);

/** Reads an animal without an id from JSON text, with exact integers. It ignores an `id` like any other field. */
export const parseNewPetJson: (text: string) => E.Either<InvalidPet, NewPet> = parserOf(NewPet, newPetFields);
