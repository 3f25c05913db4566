// The animals of the peers in memory: an array, and numbers for int64.
import type { SampleAnimal } from '../operations.ts';

export interface Pet extends SampleAnimal {
  readonly id: number;
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
  const pet = { id: pets.length + 1, name, categoryId, ...(status && { status }) };
  pets.push(pet);
  return pet;
};

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const fields = { name: { type: 'string' }, categoryId: { type: 'integer' }, status };
const required = ['name', 'categoryId'];

/** JSON Schemas of the request and response bodies. */
export const schemas = {
  newPet: { type: 'object', properties: fields, required },
  pet: { type: 'object', properties: { id: { type: 'integer' }, ...fields }, required: ['id', ...required] },
  query: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
  },
};
