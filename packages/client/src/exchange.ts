import type { CallOptions } from './client-options.ts';
import type { OperationName } from './deprecation-notice.ts';

/** What is asked of the service. */
export interface ApiRequest {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The Idempotency-Key among the headers: an error has to name it. */
  readonly idempotencyKey?: string;
}

/** What the service answered, read to its end. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What is expected of an answer: its status, and what becomes of its exact JSON. `read` throws when that is not right. */
export interface Expectation<A> {
  readonly status: number;
  readonly read: (json: unknown, headers: Headers) => A;
}

/** Asks the service for something and reads what it answers. */
export type Exchange = <A>(
  request: ApiRequest,
  expectation: Expectation<A>,
  options: CallOptions | undefined,
) => Promise<A>;
