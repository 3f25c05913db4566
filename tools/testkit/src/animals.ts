import { expect } from 'vitest';
import { type ContractApi, type HttpResponse, header, text } from './http.ts';

/** An animal that was added, with the exact text of the response. */
export interface Added {
  readonly id: string;
  readonly text: string;
}

/** Sends a body as JSON, including one that is not valid. */
export const post = (
  api: ContractApi,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> =>
  api.send('POST', '/v1/pets', { body, headers: { 'Content-Type': 'application/json', ...headers } });

/** Asserts that a response confirms an added animal. Returns the animal. */
export const expectAdded = (response: HttpResponse): Added => {
  const body = text(response);
  expect(response.status, body).toBe(201);
  const [, id = ''] = /^\{"id":([1-9]\d*),/.exec(body) ?? [];
  expect(header(response, 'location')).toBe(`/v1/pets/${id}`);
  return { id, text: body };
};
