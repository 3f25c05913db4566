import type { ApiKeyId } from '@animal-store/access';
import type { ListPetsQuery, PetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { byteRefusals, readingRefusals } from '../admission/refusals.ts';
import type { KeySlot } from '../admission/slots.ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import type { ApiResponse } from '../message/response.ts';
import { encodeCursor } from './cursor.ts';
import { failureResponse } from './failures.ts';
import { decodeListPetsQuery } from './list-pets-query.ts';
import type { ApiOperation, OperationParts, ProtectedOperation } from './operation.ts';
import { createPageWeights, textLengthOf, weightOf } from './page-weights.ts';

const nextLink = (base: string, { limit, status }: ListPetsQuery, next: PetId): string => {
  const filter = status === undefined ? '' : `&status=${status}`;
  return `<${base}/pets?limit=${limit}${filter}&cursor=${encodeCursor(next, status)}>; rel="next"`;
};

const create = ({ store: { listPets: list }, base, gate, writePets }: OperationParts): ProtectedOperation => {
  const weights = createPageWeights();

  const read = async (
    query: ListPetsQuery,
    key: ApiKeyId,
    slot: KeySlot,
    weight = weights.expected(query.limit),
  ): Promise<ApiResponse> => {
    const entered = gate.enter(key, weight);
    const permit = entered instanceof Promise ? await entered : entered;
    if (typeof permit === 'string') return readingRefusals[permit];
    let actual = weight;
    try {
      const spent = slot.spent();
      if (spent !== undefined) return byteRefusals[spent];
      const outcome = await list(query)();
      if (E.isLeft(outcome)) return failureResponse(outcome.left);

      const { pets, next } = outcome.right;
      const textLength = textLengthOf(pets);
      actual = weightOf(pets.length, textLength);
      weights.learn(pets.length, actual);
      if (permit.settle(actual)) {
        const json = writePets(pets, textLength);
        const link = next === undefined ? [] : ['Link', nextLink(base, query, next)];
        return jsonResponse(200, json instanceof Promise ? await json : json, link);
      }
    } finally {
      permit.leave();
    }
    return read(query, key, slot, actual);
  };

  return ({ query: text }, { apiKey, slot }) => {
    const query = decodeListPetsQuery(text);
    return E.isLeft(query) ? errors.invalidQuery.of(query.left) : read(query.right, apiKey.id, slot);
  };
};

/**
 * `GET /v1/pets` (docs/interface.md, section 4.1). The `Link` header (RFC 8288) has the next page. A list passes the gate
 * with the weight that its page probably has. A page that is heavier and does not fit is dropped, and read again once it
 * fits. No page is read while the budget of bytes is spent.
 */
export const listPets: ApiOperation<'listPets'> = { operationId: 'listPets', method: 'get', path: '/pets', create };
