/** An animal as a client sends it. `categoryId` is an int64, so it is a bigint. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

/** What the peers need of a store. `list` gives the first animals, optionally of a status. */
export interface Animals {
  readonly list: (limit: number, status?: string) => Promise<readonly Animal[]>;
  readonly find: (id: bigint) => Promise<Animal | undefined>;
  readonly add: (animal: NewAnimal) => Promise<Animal>;
}

// Every server must keep integers exact, as the interface requires, and `JSON.parse` alone rounds them.
const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key === 'categoryId' ? BigInt(context?.source ?? '') : value;

export const parseAnimal = (text: string): NewAnimal => JSON.parse(text, exact);

export const animalJson = ({ id, name, categoryId, status }: Animal): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;

export const animalsJson = (page: readonly Animal[]): string => `[${page.map(animalJson).join(',')}]`;

export const openMemory = (): Animals => {
  const animals: Animal[] = [];
  return {
    list: async (limit, status) => {
      if (status === undefined) return animals.slice(0, limit);
      const page: Animal[] = [];
      for (const animal of animals) {
        if (page.length === limit) break;
        if (animal.status === status) page.push(animal);
      }
      return page;
    },
    find: async (id) => animals[Number(id) - 1],
    add: async (animal) => {
      const added = { id: BigInt(animals.length + 1), ...animal };
      animals.push(added);
      return added;
    },
  };
};
