import type { DescribedApi } from './described-api.ts';
import { everyRequests } from './find-requests.ts';

/** Every answer that the document has, as `checkAgainstDocument` names them: `GET /pets/{petId} 404`. */
export const documentedResponses = (document: DescribedApi): readonly string[] =>
  everyRequests(document).flatMap(({ name, requests }) =>
    Object.keys(requests.responses).map((status) => `${name} ${status}`),
  );

const statusOf = (response: string): number => Number(response.split(' ').at(-1));

/**
 * The documented answers that were not produced. Those of a status in `onceForAll`, which no operation has a say in,
 * need to be produced only once, whatever the operation.
 */
export const unproducedResponses = (
  document: DescribedApi,
  produced: ReadonlySet<string>,
  onceForAll: readonly number[] = [],
): readonly string[] => {
  const done = new Set([...produced].map(statusOf).filter((status) => onceForAll.includes(status)));
  return documentedResponses(document).filter((response) => !produced.has(response) && !done.has(statusOf(response)));
};
