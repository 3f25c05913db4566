import { errors } from '../message/errors.ts';
import { describeError, type ErrorResponse } from './describe-error.ts';
import { errorResponses, messageErrors, requestErrors } from './error-responses.ts';
import { headerRef, headers } from './headers.ts';
import type { DescribedResponses, Header, Reference } from './open-api-document.ts';

/** The headers that announce the removal of `GET /pets/{petId}`. */
export const removalHeaders: Readonly<Record<string, Reference>> = {
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

const ownErrors: Readonly<Record<'GetPetNotFound' | 'Gone', ErrorResponse>> = {
  GetPetNotFound: announcing(removalHeaders)(errorResponses.PetNotFound),
  Gone: describeError('The operation was removed on 5 December 2030.', [errors.removedOperation], removalHeaders),
};

/** The errors of `GET /pets/{petId}` by their names in the document. Each announces the removal. */
export const getPetErrors = (base: string): Readonly<Record<string, ErrorResponse>> => ({
  ...Object.fromEntries([
    ...requestErrors.map((name) => [`GetPet${name}`, announcing(removalHeaders)(errorResponses[name])]),
    ...messageErrors.map((name) => [`GetPet${name}`, announcing(removalHeadersIfKnown(base))(errorResponses[name])]),
  ]),
  ...ownErrors,
});

/** References to the errors of `GET /pets/{petId}`, by their status. */
export const getPetErrorRefs = (base: string): DescribedResponses =>
  Object.fromEntries(
    Object.entries(getPetErrors(base)).map(([name, { status }]) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
