import { int64Digits, isInt64 } from './int64.ts';
import { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';

const isPetStatus = (value: unknown): value is PetStatus => petStatuses.some((status) => status === value);

/** The JSON text of an object, from that of its fields; one without is left out. `JSON.stringify` rejects a bigint. */
export const objectJson = (fields: Readonly<Record<string, string | undefined>>): string => {
  const present = Object.entries(fields).filter(([, json]) => json !== undefined);
  return `{${present.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
};

/** The JSON text of an animal without an id. The compiler requires all fields. */
export const newPetJson = ({ name, categoryId, status }: NewPet): string =>
  objectJson({
    name: JSON.stringify(name),
    categoryId: int64Digits('categoryId', categoryId),
    status: JSON.stringify(status),
  } satisfies Record<keyof NewPet, string | undefined>);

/** Reads an animal from exact JSON. It ignores fields that an animal does not have. Throws if the JSON is not an animal. */
export const readPet = (json: unknown): Pet => {
  const { id, name, categoryId, status } = Object(json) as Readonly<Record<string, unknown>>;
  if (!isInt64(id)) throw new TypeError('the id of an animal is not an int64');
  if (typeof name !== 'string') throw new TypeError('the name of an animal is not a string');
  if (!isInt64(categoryId)) throw new TypeError('the categoryId of an animal is not an int64');
  const required = { id, name, categoryId } satisfies Record<Exclude<keyof Pet, 'status'>, unknown>;
  if (status === undefined) return required;
  if (!isPetStatus(status)) throw new TypeError(`the status of an animal is not one of ${petStatuses.join(', ')}`);
  return { ...required, status };
};

/** Reads a list of animals from exact JSON. Throws if the JSON is not such a list. */
export const readPets = (json: unknown): readonly Pet[] => {
  if (!Array.isArray(json)) throw new TypeError('it is not an array');
  return json.map(readPet);
};
