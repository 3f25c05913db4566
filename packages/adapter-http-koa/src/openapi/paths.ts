import { addPetDescription } from '../operations/add-pet.ts';
import { getPetDescription } from '../operations/get-pet.ts';
import { listPetsDescription } from '../operations/list-pets.ts';
import type { Operation, PathItem } from './open-api-document.ts';

/** The operations of the API, by path and method. */
export const describePaths = (base: string): Readonly<Record<string, PathItem>> => ({
  '/pets': { get: listPetsDescription, post: addPetDescription },
  '/pets/{petId}': { get: getPetDescription(base) },
});

const items = Object.values(describePaths('/v1'));

/** The use cases that the operations run. */
export const operationIds: readonly Operation['operationId'][] = items.flatMap((item) =>
  Object.values(item).map(({ operationId }) => operationId),
);

/** The methods of each path, as in `Allow`. Each path supports GET. */
export const allowedMethods: readonly string[] = items.map((item) =>
  ['HEAD', 'OPTIONS', ...Object.keys(item).map((method) => method.toUpperCase())].toSorted().join(', '),
);
