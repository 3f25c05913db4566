import { expect } from 'vitest';
import { type ContractApi, type HttpResponse, header, type SendOptions, text } from './http.ts';

/** An animal read from a response, with every number exact. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string;
}

/** An animal that was added, with the exact text of the response. */
export interface Added {
  readonly id: bigint;
  readonly text: string;
}

/** A page of the list. `next` is the target of the next page. */
export interface Page {
  readonly animals: readonly Animal[];
  readonly text: string;
  readonly next: string | undefined;
}

const json = { 'Content-Type': 'application/json' };

/** Parses JSON with every number as the bigint of its exact source text. */
const parseExact = (source: string): unknown =>
  JSON.parse(source, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? BigInt(context?.source ?? '') : value,
  );

/** Sends a body as JSON, including one that is not valid. */
export const post = (
  api: ContractApi,
  body: string | Uint8Array,
  headers: SendOptions['headers'] = {},
): Promise<HttpResponse> => api.send('POST', '/v1/pets', { body, headers: { ...json, ...headers } });

/** Asserts that a response confirms an added animal. Returns the animal and the exact text. */
export const expectAdded = (response: HttpResponse): Added => {
  const body = text(response);
  expect(response.status, body).toBe(201);
  const { id } = parseExact(body) as Animal;
  expect(id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER), body).toBe(true);
  expect(header(response, 'location')).toBe(`/v1/pets/${id}`);
  return { id, text: body };
};

/** Adds an animal. */
export const add = async (api: ContractApi, animal: object): Promise<Added> =>
  expectAdded(await post(api, JSON.stringify(animal)));

/** Reads a page. Its link, if any, must be exact. */
const expectPage = (response: HttpResponse): Page => {
  const body = text(response);
  expect(response.status, body).toBe(200);
  const animals = parseExact(body) as readonly Animal[];
  expect(Array.isArray(animals), body).toBe(true);
  const link = header(response, 'link');
  const next = link === undefined ? undefined : /^<(\/v1\/pets\?[!-;=?-~]+)>; rel="next"$/.exec(link)?.[1];
  if (link !== undefined) expect(next, link).toBeDefined();
  return { animals, text: body, next };
};

/** Lists one page. */
export const list = async (api: ContractApi, target: string): Promise<Page> =>
  expectPage(await api.send('GET', target));

/** Lists every page from a target on. Throws if a page comes twice. */
export const listAll = async (api: ContractApi, target: string): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  for (let next: string | undefined = target; next !== undefined; ) {
    const page: Page = await list(api, next);
    if (pages.some((earlier) => earlier.next === page.next)) throw new Error(`The pages go round in circles: ${next}`);
    pages.push(page);
    next = page.next;
  }
  return pages;
};

/** The cursor in the target of a link. */
const cursorOf = ({ next }: Page): string => {
  const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor');
  if (cursor === null) throw new Error(`There is no cursor in ${next}`);
  return cursor;
};

/** The cursor that continues after an animal, found by paging. There must be more animals after it. */
export const cursorAfter = async (api: ContractApi, id: bigint): Promise<string> => {
  let target = '/v1/pets?limit=100';
  for (const { animals, next } of await listAll(api, target)) {
    const index = animals.findIndex((animal) => animal.id === id);
    if (index !== -1) return cursorOf(await list(api, target.replace('limit=100', `limit=${index + 1}`)));
    target = next ?? '';
  }
  throw new Error(`There is no animal ${id}`);
};
