import {
  type AnimalStore,
  defaultPageLimit,
  type ListPetsQuery,
  type PetId,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Step } from '../application/http-context.ts';
import { errorRefs } from '../openapi/error-refs.ts';
import { commonHeaders, headerRef } from '../openapi/headers.ts';
import type { Operation } from '../openapi/open-api-document.ts';
import { parameterRefs } from '../openapi/parameters.ts';
import { schemaRef } from '../openapi/schemas.ts';
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
  (listPets: AnimalStore['listPets'], base: string, gate: ReadingGate): Step =>
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

/** `GET /pets`. */
export const listPetsDescription: Operation = {
  operationId: 'listPets',
  tags: ['animals'],
  summary: 'List all animals',
  description: [
    `Returns one page of animals in ascending order of their ids: ${defaultPageLimit}, unless \`limit\` says otherwise.`,
    'If there are more animals, the response has the header `Link: <…>; rel="next"`: request that URL unchanged to get ' +
      'the next page. The last page has no such link, and may be empty.',
    'An animal that exists and passes the filter during the whole traversal appears exactly once, whatever is written ' +
      'meanwhile. Other query parameters are ignored.',
  ].join('\n\n'),
  parameters: parameterRefs('Limit', 'Status', 'Cursor'),
  responses: {
    200: {
      description: 'A page of animals.',
      headers: { ...commonHeaders, Link: headerRef('NextPage') },
      content: {
        'application/json': {
          schema: { type: 'array', items: schemaRef('Pet') },
          examples: {
            animals: {
              value: [
                { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
                { id: 2, name: 'Tom', categoryId: 2 },
              ],
            },
            none: { value: [] },
          },
        },
      },
    },
    ...errorRefs('InvalidQuery'),
  },
};
