import type { AnimalStore } from '@animal-store/domain';
import { addPet } from './add-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import type { ApiOperation } from './operation.ts';

// Each use case has an operation: one without is a type error.
const byUseCase: { readonly [Name in keyof AnimalStore]: ApiOperation<Name> } = { listPets, addPet, getPet };

/** The operations of the interface. */
export const operations: readonly ApiOperation[] = Object.values(byUseCase);

/** The operations of each path. */
export const pathItems: ReadonlyMap<string, readonly ApiOperation[]> = Map.groupBy(operations, ({ path }) => path);

const methodsOf = (some: readonly ApiOperation[]): readonly string[] =>
  [...new Set(['HEAD', 'OPTIONS', ...some.map(({ method }) => method.toUpperCase())])].toSorted();

/** The methods that the API supports on some path. */
export const supportedMethods: readonly string[] = methodsOf(operations);
