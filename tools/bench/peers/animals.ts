/** An animal as a client sends it. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

/** Reads the fields of a new animal. `JSON.parse` alone would round the integer, which every server must keep exact. */
export const parseAnimal = (text: string): NewAnimal => {
  const { name, categoryId, status } = JSON.parse(text, (key, value, context?: { readonly source?: string }) =>
    key === 'categoryId' ? BigInt(context?.source ?? '') : value,
  );
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
  return { json, next: `</v1/pets?limit=${limit}${status ? `&status=${status}` : ''}&cursor=${cursor}>; rel="next"` };
};
