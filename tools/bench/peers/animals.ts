/** An animal as a client sends it. `categoryId` is an int64, so it is a bigint. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

// Every server must keep integers exact, as the interface requires, and `JSON.parse` alone rounds them.
const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key === 'categoryId' ? BigInt(context?.source ?? '') : value;

/** Reads the fields of a new animal. Other fields are dropped. */
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

/** The JSON of a page and, if there are more animals, its `Link`. The query asked for one animal more than the page has. */
export const pageOf = (found: readonly Animal[], limit: number, status?: string) => {
  const json = `[${found.slice(0, limit).map(animalJson).join(',')}]`;
  if (found.length <= limit) return { json };
  const cursor = Buffer.from(`${found[limit - 1]?.id}`).toString('base64url');
  const filter = status === undefined ? '' : `&status=${status}`;
  return { json, next: `</v1/pets?limit=${limit}${filter}&cursor=${cursor}>; rel="next"` };
};
