import { type ListPets, type ListPetsQuery, type PetId, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Step } from '../application/http-context.ts';
import {
  respondWithError,
  respondWithRefusal,
  respondWithUnavailable,
  violationsText,
} from '../response/error-response.ts';
import { respondWithJson } from '../response/json-response.ts';
import { setHeader } from '../response/response-headers.ts';
import { encodeCursor } from './cursor.ts';
import { decodeListPetsQuery } from './list-pets-query.ts';
import { petsJson } from './pets-json.ts';
import type { ReadingGate } from './reading-gate.ts';

const waitedTooLong = 'too many lists wait to read from the store';

const nextLink = (base: string, { limit, status }: ListPetsQuery, next: PetId): string => {
  const filter = status === undefined ? '' : `&status=${status}`;
  return `<${base}/pets?limit=${limit}${filter}&cursor=${encodeCursor(next, status)}>; rel="next"`;
};

/**
 * `GET /v1/pets` (docs/interface.md, section 4.1). The `Link` header (RFC 8288) has the next page. No page is read
 * while the budget of bytes is spent, because its size is not known in advance.
 */
export const listPetsOperation =
  (listPets: ListPets, base: string, gate: ReadingGate): Step =>
  async (ctx) => {
    const query = decodeListPetsQuery(ctx.state.querystring);
    if (E.isLeft(query)) return respondWithError(ctx, 'invalid_parameter', violationsText(query.left));

    const { limit } = query.right;
    const key = ctx.state.apiKey?.id;
    const entered = gate.enter(key, limit);
    if (entered !== true && !(await entered)) return respondWithUnavailable(ctx, repositoryUnavailable(waitedTooLong));
    try {
      const refusal = ctx.state.slot?.spent();
      if (refusal !== undefined) return respondWithRefusal(ctx, refusal);
      const outcome = await listPets(query.right)();
      if (E.isLeft(outcome)) return respondWithUnavailable(ctx, outcome.left);

      const { pets, next } = outcome.right;
      if (next !== undefined) setHeader(ctx.res, 'Link', nextLink(base, query.right, next));
      const json = petsJson(pets);
      respondWithJson(ctx, 200, json instanceof Promise ? await json : json);
    } finally {
      gate.leave(key, limit);
    }
  };
