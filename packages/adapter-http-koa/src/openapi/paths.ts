import type { AnimalStore } from '@animal-store/domain';
import { apiPath } from '../api-path.ts';
import { addPetDescription } from './add-pet-description.ts';
import { getPetDescription } from './get-pet-description.ts';
import { listPetsDescription } from './list-pets-description.ts';
import type { PathItem } from './open-api-document.ts';

/** The operations of the API, by path and method. */
export const describePaths = (base: string): Readonly<Record<string, PathItem>> => ({
  '/pets': { get: listPetsDescription, post: addPetDescription },
  '/pets/{petId}': { get: getPetDescription(base) },
});

const items = Object.values(describePaths(apiPath));

/** The use cases that the operations call, in alphabetical order. */
export const useCases: readonly (keyof AnimalStore)[] = items
  .flatMap((item) => Object.values(item))
  .map(({ operationId }) => operationId)
  .toSorted();

const methodsOf = (item: PathItem): readonly string[] =>
  ['HEAD', 'OPTIONS', ...Object.keys(item).map((method) => method.toUpperCase())].toSorted();

/** The methods of each path, as in `Allow`. Each path supports GET. */
export const allowedMethods: readonly string[] = items.map((item) => methodsOf(item).join(', '));

/** The methods that the API supports on some path. */
export const supportedMethods: readonly string[] = [...new Set(items.flatMap(methodsOf))].toSorted();
