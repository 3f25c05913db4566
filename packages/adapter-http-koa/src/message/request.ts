import type { IncomingHttpHeaders } from 'node:http';
import type { ClientConnection } from '../client-connection.ts';

/** Why a body was not read: it is too large, or the client did not send all of it. */
export type UnreadBody = 'too-large' | 'incomplete';

/** The body of a request, which is read only if an operation needs it. */
export interface RequestBody {
  /** The body without its content coding, if a parser of an outer application has read it. */
  readonly parsed: Buffer | undefined;
  /**
   * Reads the bytes as they were sent, at most `limit` of them, and drops the others. A client that waits for 100
   * Continue gets it first.
   */
  readonly read: (limit: number) => Promise<Buffer | UnreadBody>;
}

/** A request as the API reads it. No step changes it. */
export interface ApiRequest {
  /** When the headers had arrived, in milliseconds of `performance.now()`. */
  readonly begin: number;
  /** The `X-Request-Id` of its response. */
  readonly id: string;
  readonly method: string;
  /** The target in origin form, as it was sent (RFC 9112, section 3.2.1). */
  readonly target: string;
  /** The path of the target, not decoded; `*` if the target has none. */
  readonly path: string;
  /** The query of the target, without the question mark. */
  readonly query: string;
  /** The version of HTTP, such as `1.1`. */
  readonly version: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly body: RequestBody;
  readonly connection: ClientConnection;
}

declare const wellFormed: unique symbol;

/** A request that `checkMessage` has accepted. */
export type WellFormedRequest = ApiRequest & { readonly [wellFormed]: true };
