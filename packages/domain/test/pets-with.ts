import type { PetRepository } from '../src/pet-repository.ts';

/** A repository with these operations. A call of any other one is an error. */
export const petsWith = (operations: Partial<PetRepository>): PetRepository =>
  new Proxy(operations, {
    get: (given, name) => {
      if (name in given) return Reflect.get(given, name);
      throw new Error(`${String(name)} is not expected`);
    },
  }) as PetRepository;
