import type { DescribedApi } from './described-api.ts';
import { everyRequests } from './find-requests.ts';

/** Every response in the document, named like in `checkAgainstDocument`: `GET /pets/{petId} 404`. */
const documentedResponses = (document: DescribedApi): readonly string[] =>
  everyRequests(document).flatMap(({ name, requests }) =>
    Object.keys(requests.responses).map((status) => `${name} ${status}`),
  );

/** The documented responses that were not produced. */
export const unproducedResponses = (document: DescribedApi, produced: ReadonlySet<string>): readonly string[] =>
  documentedResponses(document).filter((response) => !produced.has(response));
