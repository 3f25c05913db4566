import { Agent } from 'node:http';
import { expect } from 'vitest';
import type { CheckResponse } from './check-response.ts';
import { type HttpResponse, header, text } from './http-response.ts';
import type { RunningApi } from './running-api.ts';
import { sendRequest } from './send-request.ts';

/** A response, with its time in milliseconds. */
export interface Timed {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
  /** The target of the next page, if any. */
  readonly next: string | undefined;
}

/** A client of the service while its store may fail. */
export interface Client {
  readonly get: (target: string) => Promise<Timed>;
  /** Adds an animal with this name, optionally with an Idempotency-Key. */
  readonly add: (name: string, idempotencyKey?: string) => Promise<Timed>;
  readonly close: () => void;
}

const errorText = (status: number, code: string, message: string): string => JSON.stringify({ code, message, status });

// A client learns exactly this of a failure, for any cause.
const failures: Readonly<Record<number, string>> = {
  500: errorText(500, 'internal_error', 'the service failed to answer; the log has the reason under this X-Request-Id'),
  503: errorText(503, 'service_unavailable', 'the store cannot answer at the moment; try again'),
};

// If the store is unavailable, the response is 503 with Retry-After; if a stored document is invalid, it is 500.
const checkFailure = (response: HttpResponse, failure: string): void => {
  expect(text(response)).toBe(failure);
  expect(header(response, 'retry-after')).toBe(response.status === 503 ? '1' : undefined);
};

/** Checks the responses of a service whose store may fail: failures by their own rules, all others as usual. */
export const createTroubleCheck =
  (checkResponse: CheckResponse, checkDocumented: CheckResponse): CheckResponse =>
  (request, response) => {
    const failure = failures[response.status];
    if (failure === undefined || !request.target.startsWith('/v1')) return checkResponse(request, response);
    checkFailure(response, failure);
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
    return {
      status: response.status,
      text: text(response),
      milliseconds,
      requestId: header(response, 'x-request-id'),
      next: /^<([^>]+)>; rel="next"$/.exec(header(response, 'link') ?? '')?.[1],
    };
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
