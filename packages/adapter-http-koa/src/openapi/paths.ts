import type { AnimalStore } from '@animal-store/domain';
import { apiPath } from '../api-path.ts';
import { addPetDescription } from './add-pet-description.ts';
import { getPetDescription } from './get-pet-description.ts';
import { listPetsDescription } from './list-pets-description.ts';
import type { Operation, PathItem } from './open-api-document.ts';

// Each use case has an operation: one without is a type error.
const describeOperations = (base: string) =>
  ({
    addPet: addPetDescription,
    getPet: getPetDescription(base),
    listPets: listPetsDescription,
  }) satisfies Readonly<Record<keyof AnimalStore, Operation>>;

/** The operations of the API, by path and method. */
export const describePaths = (base: string): Readonly<Record<string, PathItem>> => {
  const { addPet, getPet, listPets } = describeOperations(base);
  return { '/pets': { get: listPets, post: addPet }, '/pets/{petId}': { get: getPet } };
};

const items = Object.values(describePaths(apiPath));

/** The use cases that the operations call, in alphabetical order. */
export const useCases: readonly string[] = Object.keys(describeOperations(apiPath)).toSorted();

const methodsOf = (item: PathItem): readonly string[] =>
  ['HEAD', 'OPTIONS', ...Object.keys(item).map((method) => method.toUpperCase())].toSorted();

/** The methods of each path, as in `Allow`. Each path supports GET. */
export const allowedMethods: readonly string[] = items.map((item) => methodsOf(item).join(', '));

/** The methods that the API supports on some path. */
export const supportedMethods: readonly string[] = [...new Set(items.flatMap(methodsOf))].toSorted();
