import { apiPath } from '../api-path.ts';
import { addPetDescription } from '../operations/add-pet.ts';
import { getPetDescription } from '../operations/get-pet.ts';
import { listPetsDescription } from '../operations/list-pets.ts';
import type { Operation, PathItem } from './open-api-document.ts';

/** The operations of the API, by path and method. */
export const describePaths = (base: string): Readonly<Record<string, PathItem>> => ({
  '/pets': { get: listPetsDescription, post: addPetDescription },
  '/pets/{petId}': { get: getPetDescription(base) },
});

const items = Object.values(describePaths(apiPath));

/** The use cases that the operations run. */
export const operationIds: readonly Operation['operationId'][] = items.flatMap((item) =>
  Object.values(item).map(({ operationId }) => operationId),
);

const methodsOf = (item: PathItem): readonly string[] =>
  ['HEAD', 'OPTIONS', ...Object.keys(item).map((method) => method.toUpperCase())].toSorted();

/** The methods of each path, as in `Allow`. Each path supports GET. */
export const allowedMethods: readonly string[] = items.map((item) => methodsOf(item).join(', '));

/** The methods that the API supports on some path. */
export const supportedMethods: readonly string[] = [...new Set(items.flatMap(methodsOf))];
