import { addition, type Operation, type SampleRequest } from './operations.ts';
import type { Contender } from './start-server.ts';

/** Sends one request and returns the status and the body of the response. */
export const send = async (
  { url, apiKey }: Pick<Contender, 'url' | 'apiKey'>,
  { method, path, body, credential = apiKey }: SampleRequest,
): Promise<{ readonly status: number; readonly body: string }> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: await response.text() };
};

/** Adds sample animals one after another, and returns their ids. */
export const fill = async (contender: Contender, animals: number): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < animals; index++) {
    const { status, body } = await send(contender, addition(index));
    if (status !== 201) throw new Error(`${contender.name} responds with ${status} ${body} to a new animal`);
    ids.push((JSON.parse(body) as { readonly id: number }).id);
  }
  return ids;
};

// Each server gives new animals its own ids, so they are left out.
const withoutNewId = (body: string, { name }: Operation): string =>
  name === 'create' ? body.replace(/"id":\d+/, '"id":0') : body;

/** Fails unless all servers respond to an operation with its status and exactly the same body. */
export const expectSameResponses = async (contenders: readonly Contender[], operation: Operation): Promise<void> => {
  for (const request of operation.requests) {
    const named = `${request.method} ${request.path}`;
    const seen = new Map<string, string>();
    for (const contender of contenders) {
      const { status, body } = await send(contender, request);
      if (status !== operation.status) throw new Error(`${contender.name} responds to ${named} with ${status} ${body}`);
      seen.set(withoutNewId(body, operation), `${contender.name}: ${body}`);
    }
    if (seen.size !== 1) throw new Error(`Responses to ${named} differ\n${[...seen.values()].join('\n')}`);
  }
};
