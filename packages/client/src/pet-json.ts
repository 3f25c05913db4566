import { int64Digits, isInt64 } from './int64.ts';
import { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';

const isPetStatus = (value: unknown): value is PetStatus => petStatuses.some((status) => status === value);

/** The JSON text of an animal without an id. `JSON.stringify` rejects a bigint, so the integer is written digit by digit. */
export const newPetJson = ({ name, categoryId, status }: NewPet): string => {
  const others = JSON.stringify({ name, status }).slice(1, -1);
  return `{${others}${others && ','}"categoryId":${int64Digits('categoryId', categoryId)}}`;
};

/** Reads an animal from exact JSON. It ignores fields that an animal does not have. Throws if the JSON is not an animal. */
export const readPet = (json: unknown): Pet => {
  const { id, name, categoryId, status } = Object(json) as Readonly<Record<string, unknown>>;
  if (!isInt64(id)) throw new TypeError('the id of an animal is not an int64');
  if (typeof name !== 'string') throw new TypeError('the name of an animal is not a string');
  if (!isInt64(categoryId)) throw new TypeError('the categoryId of an animal is not an int64');
  if (status === undefined) return { id, name, categoryId };
  if (!isPetStatus(status)) throw new TypeError(`the status of an animal is not one of ${petStatuses.join(', ')}`);
  return { id, name, categoryId, status };
};

/** Reads a list of animals from exact JSON. Throws if the JSON is not such a list. */
export const readPets = (json: unknown): readonly Pet[] => {
  if (!Array.isArray(json)) throw new TypeError('it is not an array');
  return json.map(readPet);
};
