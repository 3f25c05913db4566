/** An animal as a client sends it. `categoryId` is an int64, so it is a bigint. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

export interface Page {
  readonly page: readonly Animal[];
  /** The id of the last animal, if there are more. */
  readonly next: bigint | undefined;
}

/** What the peers need of a store. `list` gives the first animals, optionally of a status. */
export interface Animals {
  readonly list: (limit: number, status?: string) => Promise<Page>;
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

/** The page of a query that asked for one animal more, to know whether there is a next page. */
export const pageOf = (found: readonly Animal[], limit: number): Page => ({
  page: found.slice(0, limit),
  next: found.length > limit ? found[limit - 1]?.id : undefined,
});

export const openMemory = (): Animals => {
  const animals: Animal[] = [];
  return {
    list: async (limit, status) => {
      if (status === undefined) return pageOf(animals.slice(0, limit + 1), limit);
      const found: Animal[] = [];
      for (const animal of animals) {
        if (found.length > limit) break;
        if (animal.status === status) found.push(animal);
      }
      return pageOf(found, limit);
    },
    find: async (id) => animals[Number(id) - 1],
    add: async (animal) => {
      const added = { id: BigInt(animals.length + 1), ...animal };
      animals.push(added);
      return added;
    },
  };
};
