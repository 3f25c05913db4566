// The animals of the peers in memory: an array, and bigints, because int64 must be exact.
import type { SampleAnimal } from '../operations.ts';

export interface Pet extends SampleAnimal {
  readonly id: bigint;
}

export interface PetQuery {
  readonly limit: number;
  readonly status?: string | undefined;
}

const pets: Pet[] = [];

/** The first animals, optionally of a status. The loop ends with the page. */
export const listPets = ({ limit, status }: PetQuery): readonly Pet[] => {
  if (status === undefined) return pets.slice(0, limit);
  const page: Pet[] = [];
  for (const pet of pets) {
    if (page.length === limit) break;
    if (pet.status === status) page.push(pet);
  }
  return page;
};

export const findPet = (id: number): Pet | undefined => pets[id - 1];

export const addPet = ({ name, categoryId, status }: SampleAnimal): Pet => {
  const pet = { id: BigInt(pets.length + 1), name, categoryId, ...(status && { status }) };
  pets.push(pet);
  return pet;
};

const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key === 'categoryId' ? BigInt(context?.source ?? '') : value;

/** Reads an animal with an exact `categoryId`. Throws a `SyntaxError` if that is no integer. */
export const parseNewPet = (text: string): SampleAnimal => JSON.parse(text, exact);

/** Writes an animal. JSON.stringify does not accept a bigint. */
export const petJson = ({ id, name, categoryId, status }: Pet): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;

/** Writes a list of animals. */
export const petsJson = (page: readonly Pet[]): string => `[${page.map(petJson).join(',')}]`;

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const name = { type: 'string' };
const integer = { type: 'integer' };
const required = ['name', 'categoryId'];

/** JSON Schemas of the request and response bodies. Ajv does not accept a bigint, so `parseNewPet` checks it. */
export const schemas = {
  newPet: { type: 'object', properties: { name, status }, required },
  pet: {
    type: 'object',
    properties: { id: integer, name, categoryId: integer, status },
    required: ['id', ...required],
  },
  query: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
  },
};
