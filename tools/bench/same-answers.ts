import type { Contender } from './comparison.ts';
import type { Operation, SampleRequest } from './operations.ts';

/** Sends one request and gives the status and the text of the answer. */
export const ask = async (
  { url, apiKey }: Pick<Contender, 'url' | 'apiKey'>,
  { method, path, body }: SampleRequest,
): Promise<string> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  return `${answer.status} ${await answer.text()}`;
};

// Each server gives a new animal an id of its own.
const withoutNewId = (answer: string, { name }: Operation): string =>
  name === 'create' ? answer.replace(/"id":\d+/, '"id":0') : answer;

/** Fails unless all servers answer an operation with the same status and, byte for byte, the same text. */
export const expectSameAnswers = async (contenders: readonly Contender[], operation: Operation): Promise<void> => {
  for (const request of operation.requests) {
    const answers = new Map<string, string>();
    for (const contender of contenders) {
      const text = withoutNewId(await ask(contender, request), operation);
      if (!text.startsWith(`${operation.status} `)) {
        throw new Error(`${contender.name} answers ${request.method} ${request.path} with ${text}`);
      }
      answers.set(text, `${contender.name}: ${text}`);
    }
    if (answers.size !== 1) {
      throw new Error(`${request.method} ${request.path} is answered differently\n${[...answers.values()].join('\n')}`);
    }
  }
};
