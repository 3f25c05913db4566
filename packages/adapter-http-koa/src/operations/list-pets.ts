import { filterFields, type ListPetsQuery, type PetId, petsJson } from '@animal-store/domain';
import { errorOf, errors } from '../errors.ts';
import type { Operation } from '../middleware/guard.ts';
import type { HttpPorts } from '../ports.ts';
import { encodeCursor } from './cursor.ts';
import { decodeListPetsQuery } from './list-pets-query.ts';
import { orThrow, respond } from './respond.ts';

const nextLink = (base: string, query: ListPetsQuery, next: PetId): string => {
  const filter = filterFields.map((field) =>
    query[field] === undefined ? '' : `&${field}=${encodeURIComponent(query[field])}`,
  );
  return `<${base}/pets?limit=${query.limit}${filter.join('')}&cursor=${encodeCursor(next, query)}>; rel="next"`;
};

/** `GET /v1/pets` (interface specification, section 4.1). The `Link` header (RFC 8288) has the URL of the next page. */
export const listPets =
  ({ store }: Pick<HttpPorts, 'store'>, base: string): Operation =>
  async (ctx) => {
    const query = orThrow(errors.invalidQuery)(decodeListPetsQuery(ctx.querystring));
    const { pets, next } = orThrow(errorOf)(await store.listPets(query)());
    if (next !== undefined) ctx.set('Link', nextLink(base, query, next));
    respond(ctx, 200, petsJson(pets));
  };
