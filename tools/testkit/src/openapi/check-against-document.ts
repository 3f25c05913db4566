import { checkBody } from './check-body.ts';
import { checkHeaders } from './check-headers.ts';
import type { DescribedApi, DescribedResponse } from './described-api.ts';
import { findRequests } from './find-requests.ts';
import { locate, pointerTo } from './json-pointer.ts';
import { schemaCheck } from './schema-check.ts';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** The request target as it was sent, including the query. */
  readonly path: string;
  readonly status: number;
  /** Every header line of the response, or the `Headers` of a fetch. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly bodyText: string;
}

export interface CheckedResponse {
  /** The matching documented response, such as `GET /pets/{petId} 404`; undefined if there is none. */
  readonly response: string | undefined;
  /** One message for each deviation from the document. */
  readonly problems: readonly string[];
}

/**
 * Checks responses against an OpenAPI 3.1 document, in tests. The status must be documented for the request, all
 * required headers must be present, every header must be documented and match its schema, and the body must match. A
 * request outside the path of the document's first server has no documented response and no problems.
 */
export const checkAgainstDocument = (document: DescribedApi): ((exchange: Exchange) => CheckedResponse) => {
  const find = findRequests(document);
  const check = schemaCheck(document);
  const headersOf = checkHeaders(document, check);
  const bodyOf = checkBody(check);

  return ({ method, path, status, headers, bodyText }) => {
    const found = find(method, path);
    if (found === undefined) return { response: undefined, problems: [] };

    const response = `${found.name} ${status}`;
    const documented = locate(document, pointerTo(found.pointer, 'responses', `${status}`));
    if (documented.value === undefined) return { response: undefined, problems: [`${response} is not documented`] };

    const { headers: described = {}, content, 'x-error-codes': codes } = documented.value as DescribedResponse;
    const sent = [...headers];
    const mediaType = sent.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const problems = [
      ...headersOf(pointerTo(documented.pointer, 'headers'), described, sent),
      ...bodyOf(pointerTo(documented.pointer, 'content'), content, {
        method,
        status,
        codes,
        mediaType,
        text: bodyText,
      }),
    ];
    return { response, problems: problems.map((problem) => `${response}: ${problem}`) };
  };
};
