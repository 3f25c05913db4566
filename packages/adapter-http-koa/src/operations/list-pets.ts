import type { ListPets, ListPetsQuery, PetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { encodeCursor } from '../cursor.ts';
import { answerError, answerUnavailable, violationsText } from '../error-answer.ts';
import type { HttpMiddleware } from '../http-context.ts';
import { answerJson } from '../json-answer.ts';
import { decodeListPetsQuery } from '../list-pets-query.ts';
import { petsJson } from '../pet-json.ts';

const nextLink = (base: string, { limit, status }: ListPetsQuery, next: PetId): string => {
  const filter = status === undefined ? '' : `&status=${status}`;
  return `<${base}/pets?limit=${limit}${filter}&cursor=${encodeCursor(next, status)}>; rel="next"`;
};

/** `GET /v1/pets` (interface specification, section 4.1). The next page is in the `Link` header (RFC 8288). */
export const listPetsOperation =
  (listPets: ListPets, base: string): HttpMiddleware =>
  async (ctx) => {
    const query = decodeListPetsQuery(ctx.querystring);
    if (E.isLeft(query)) return answerError(ctx, 'invalid_parameter', violationsText(query.left));

    const outcome = await listPets(query.right)();
    if (E.isLeft(outcome)) return answerUnavailable(ctx, outcome.left);

    const { pets, next } = outcome.right;
    if (next !== undefined) ctx.set('Link', nextLink(base, query.right, next));
    answerJson(ctx, 200, petsJson(pets));
  };
