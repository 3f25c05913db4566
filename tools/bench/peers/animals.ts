/** An animal as a client sends it. `categoryId` is an int64, so it is a bigint. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

/** What the peers need of a store. `list` gives at most so many animals, optionally of a status. */
export interface Animals {
  readonly list: (most: number, status?: string) => Promise<readonly Animal[]>;
  readonly find: (id: bigint) => Promise<Animal | undefined>;
  readonly add: (animal: NewAnimal) => Promise<Animal>;
}

// Every server must keep integers exact, as the interface requires, and `JSON.parse` alone rounds them.
const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key === 'categoryId' ? BigInt(context?.source ?? '') : value;

/** Reads the fields of a new animal. What else a client sends is dropped. */
export const parseAnimal = (text: string): NewAnimal => {
  const { name, categoryId, status } = JSON.parse(text, exact);
  return { name, categoryId, status };
};

export const statuses = ['available', 'pending', 'sold'];

/** The most characters of a name. */
export const longestName = 1_000;

export const isInt64 = (value: unknown): boolean => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

export const animalJson = ({ id, name, categoryId, status }: Animal): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;

/** The JSON of a page, and its last animal if there are more. The query asked for one animal more than the page has. */
export const pageOf = (found: readonly Animal[], limit: number) => ({
  json: `[${found.slice(0, limit).map(animalJson).join(',')}]`,
  last: found.length > limit ? found[limit - 1] : undefined,
});

export const openMemory = (): Animals => {
  const all: Animal[] = [];
  const byStatus: Record<string, Animal[]> = { available: [], pending: [], sold: [] };
  return {
    list: async (most, status) => (status === undefined ? all : (byStatus[status] ?? [])).slice(0, most),
    find: async (id) => all[Number(id) - 1],
    add: async (animal) => {
      const added = { id: BigInt(all.length + 1), ...animal };
      all.push(added);
      byStatus[animal.status ?? '']?.push(added);
      return added;
    },
  };
};
