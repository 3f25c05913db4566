import { vi } from 'vitest';
import type { Fetch } from '../src/animal-store-client.ts';

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** The fate of a request: a response, a lost connection, or silence until it is aborted. */
export type Fate = Response | Error | 'silence';

export interface FakeFetch {
  readonly fetch: Fetch;
  readonly sent: readonly SentRequest[];
}

const silence = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** Makes all time that of the test. Vitest itself leaves `AbortSignal.timeout` to the clock. */
export const fakeTime = (): void => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
};

/** Gives the requests these fates in their order. One more request is an error of the test. */
export const fakeFetch = (...fates: readonly Fate[]): FakeFetch => {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: async (url, init) => {
      sent.push({ url, init });
      const fate = fates[sent.length - 1];
      if (fate === undefined) throw new Error(`There is no fate for request ${sent.length}: ${url}`);
      if (fate instanceof Error) throw fate;
      return fate === 'silence' ? silence(init.signal) : fate;
    },
  };
};

export const jsonResponse = (status: number, json: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json', ...headers } });

export const errorResponse = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => jsonResponse(status, JSON.stringify({ code, message, status }), headers);
