import type { OperationName } from './animal-store-client.ts';
import type { CallOptions } from './call-options.ts';

/** A request to the service. */
export interface ApiRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The Idempotency-Key in the headers, for errors. */
  readonly idempotencyKey?: string;
}

/** A complete response. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * The expected status of a response, and how its exact JSON is read, which is undefined for 204. `read` throws if the JSON is
 * invalid.
 */
export interface Expectation<A> {
  readonly status: number;
  readonly read: (json: unknown, headers: Headers) => A;
}

/** Sends a request and reads its response. */
export type Transport = <A>(
  request: ApiRequest,
  expectation: Expectation<A>,
  options: CallOptions | undefined,
) => Promise<A>;
