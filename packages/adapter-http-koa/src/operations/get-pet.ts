import { either as E, option as O } from 'fp-ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { describeError, type ErrorResponse } from '../openapi/describe-error.ts';
import { errorResponses, messageErrors, requestErrors } from '../openapi/error-responses.ts';
import { commonHeaders, headerRef, headers } from '../openapi/headers.ts';
import type { Header, Reference } from '../openapi/open-api-document.ts';
import { parameterRefs } from '../openapi/parameters.ts';
import { petContent } from '../openapi/pet-content.ts';
import { failureResponse } from './failures.ts';
import type { ApiOperation, OperationParts, ProtectedOperation } from './operation.ts';
import { readPetId } from './read-pet-id.ts';

/** The headers that announce the removal of `GET /pets/{petId}`. */
const removalHeaders = {
  Deprecation: headerRef('Deprecation'),
  Sunset: headerRef('Sunset'),
  Link: headerRef('SuccessorVersion'),
};

// An error that comes before the operation is known cannot have them.
const removalHeadersIfKnown = (base: string): Readonly<Record<string, Header>> => {
  const { Deprecation, Sunset, SuccessorVersion } = headers(base);
  const ifKnown = (header: Header): Header => ({ ...header, required: false });
  return { Deprecation: ifKnown(Deprecation), Sunset: ifKnown(Sunset), Link: ifKnown(SuccessorVersion) };
};

const announcing =
  (announcement: Readonly<Record<string, Header | Reference>>) =>
  ({ status, response }: ErrorResponse): ErrorResponse => ({
    status,
    response: { ...response, headers: { ...response.headers, ...announcement } },
  });

/** The errors of `GET /pets/{petId}` by their names in the document. Each announces the removal. */
const getPetErrors = (base: string): Readonly<Record<string, ErrorResponse>> => ({
  ...Object.fromEntries([
    ...requestErrors.map((name) => [`GetPet${name}`, announcing(removalHeaders)(errorResponses[name])]),
    ...messageErrors.map((name) => [`GetPet${name}`, announcing(removalHeadersIfKnown(base))(errorResponses[name])]),
  ]),
  GetPetNotFound: announcing(removalHeaders)(errorResponses.PetNotFound),
  Gone: describeError('The operation was removed on 5 December 2030.', [errors.removedOperation], removalHeaders),
});

const create =
  ({ store: { getPet: get }, isGetPetRemoved, textOf }: OperationParts): ProtectedOperation =>
  async ({ path }) => {
    if (isGetPetRemoved()) return errors.removedOperation.response;
    const id = readPetId(path);
    if (O.isNone(id)) return errors.unknownPet.response;
    const outcome = await get(id.value)();
    return E.isRight(outcome) ? jsonResponse(200, textOf(outcome.right)) : failureResponse(outcome.left);
  };

/** `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. */
export const getPet: ApiOperation<'getPet'> = {
  operationId: 'getPet',
  method: 'get',
  path: '/pets/{petId}',
  deprecated: true,
  summary: 'Get an animal',
  description: [
    'Returns one animal.',
    'Deprecated, and removed on 5 December 2030. Until then it stays as it is, from then on it returns 410. List the ' +
      'animals with a status filter instead. Every response announces this by `Deprecation`, `Sunset` and ' +
      '`Link: <…>; rel="successor-version"`.',
  ].join('\n\n'),
  parameters: parameterRefs('PetId'),
  responses: {
    200: {
      description: 'The animal.',
      headers: { ...commonHeaders, ...removalHeaders },
      content: petContent('animal'),
    },
  },
  errors: getPetErrors,
  create,
};
