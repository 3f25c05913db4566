import type { DescribedApi } from './described-api.ts';
import { everyRequests } from './find-requests.ts';

/** Every response in the document, named like in `checkAgainstDocument`: `GET /pets/{petId} 404`. */
export const documentedResponses = (document: DescribedApi): readonly string[] =>
  everyRequests(document).flatMap(({ name, requests }) =>
    Object.keys(requests.responses).map((status) => `${name} ${status}`),
  );

const statusOf = (response: string): number => Number(response.split(' ').at(-1));

/**
 * The documented responses that were not produced. Statuses in `onceForAll`, which do not depend on the operation, need
 * to occur only once, in any operation.
 */
export const unproducedResponses = (
  document: DescribedApi,
  produced: ReadonlySet<string>,
  onceForAll: readonly number[] = [],
): readonly string[] => {
  const done = new Set([...produced].map(statusOf).filter((status) => onceForAll.includes(status)));
  return documentedResponses(document).filter((response) => !produced.has(response) && !done.has(statusOf(response)));
};
