import { Agent } from 'node:http';
import { expect } from 'vitest';
import type { CheckResponse } from './check-response.ts';
import { header, text } from './http-response.ts';
import type { RunningApi } from './running-api.ts';
import { sendRequest } from './send-request.ts';

/** A response, with its time in milliseconds. */
export interface Timed {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** A client of the service while its store may fail. */
export interface Client {
  readonly get: (target: string) => Promise<Timed>;
  /** Adds an animal with this name, optionally with an Idempotency-Key. */
  readonly add: (name: string, idempotencyKey?: string) => Promise<Timed>;
  readonly close: () => void;
}

// A client learns exactly this of a store that is unavailable, for any cause.
const unavailable =
  '{"code":"service_unavailable","message":"the store does not respond at the moment; retry later","status":503}';

/** Checks the responses of a service whose store may fail: a 503 by its own rules, all others as usual. */
export const createTroubleCheck =
  (checkResponse: CheckResponse, checkDocumented: CheckResponse): CheckResponse =>
  (request, response) => {
    if (response.status !== 503 || !request.target.startsWith('/v1')) return checkResponse(request, response);
    expect([text(response), header(response, 'retry-after')]).toEqual([unavailable, '1']);
    checkDocumented(request, response);
  };

/** Makes a client with its own connections. */
export const createClient = (
  { origin, apiKey }: Pick<RunningApi, 'origin' | 'apiKey'>,
  check: CheckResponse,
): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = async (
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Timed> => {
    const start = performance.now();
    const authorized = { Authorization: `Bearer ${apiKey}`, ...headers };
    const response = await sendRequest(origin, agent, { method, target, headers: authorized, body });
    const milliseconds = Math.round(performance.now() - start);
    check({ method, target }, response);
    return { status: response.status, text: text(response), milliseconds };
  };
  return {
    get: (target) => send('GET', target),
    add: (name, key) =>
      send(
        'POST',
        '/v1/pets',
        { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
        JSON.stringify({ name, categoryId: 1 }),
      ),
    close: () => agent.destroy(),
  };
};
