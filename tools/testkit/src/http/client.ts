import type { CheckResponse } from './check-response.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import { text } from './http-response.ts';
import type { RunningApi } from './running-api.ts';

/** A response, with its time in milliseconds. */
export interface Timed {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Makes a client, with its own connections, of a service whose store may fail. */
export const createClient = (service: Pick<RunningApi, 'origin' | 'apiKey'>, check: CheckResponse) => {
  const api = createContractApi(() => service, check);
  const send = async (...request: Parameters<ContractApi['send']>): Promise<Timed> => {
    const start = performance.now();
    const response = await api.send(...request);
    return { status: response.status, text: text(response), milliseconds: Math.round(performance.now() - start) };
  };
  return {
    get: (target: string) => send('GET', target),
    /** Adds an animal with this name, optionally with an Idempotency-Key. */
    add: (name: string, key?: string) =>
      send('POST', '/v1/pets', {
        headers: { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
        body: JSON.stringify({ name, categoryId: 1 }),
      }),
    close: api.close,
  };
};

export type Client = ReturnType<typeof createClient>;
