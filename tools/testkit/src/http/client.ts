import { expect } from 'vitest';
import type { CheckResponse } from './check-response.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import { header, text } from './http-response.ts';
import type { RunningApi } from './running-api.ts';

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
export const createClient = (service: Pick<RunningApi, 'origin' | 'apiKey'>, check: CheckResponse): Client => {
  const api = createContractApi(() => service, check);
  const send = async (...request: Parameters<ContractApi['send']>): Promise<Timed> => {
    const start = performance.now();
    const response = await api.send(...request);
    return { status: response.status, text: text(response), milliseconds: Math.round(performance.now() - start) };
  };
  return {
    get: (target) => send('GET', target),
    add: (name, key) =>
      send('POST', '/v1/pets', {
        headers: { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
        body: JSON.stringify({ name, categoryId: 1 }),
      }),
    close: api.close,
  };
};
