import type { ApiKey, ApiKeyId, Unauthenticated } from '@animal-store/domain';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Slot } from './slots.ts';

/** Why a request was let in by no API key: `missing` where there was none at all. */
export type AuthenticationFailure = 'missing' | Unauthenticated['reason'];

/** What the middleware finds out about a request. */
export interface RequestState {
  requestId: string;
  /** Who asks: there once the request has got past authentication. */
  apiKey?: ApiKey;
  /** For the log: the id of that key, also for a request that is refused because the key has too much in flight. */
  apiKeyId?: ApiKeyId | undefined;
  /** What the request holds: present under /v1. */
  slot?: Slot;
  /** For the log and the metrics only: no client learns the reason. */
  authenticationFailure?: AuthenticationFailure;
  /** The body of a POST, with no number rounded. */
  body?: unknown;
  /** Whether the client was told to send the body that it held back. */
  isContinued?: boolean;
  /** What went wrong underneath a 500 or a 503: for the log only. */
  failure?: unknown;
}

/** A path of the router that a request has, whatever its method; the context has them as `matched`. */
export interface MatchedPath {
  readonly path: string | RegExp;
  readonly methods: readonly string[];
}

export type HttpContext = ParameterizedContext<RequestState>;

export type HttpMiddleware = Middleware<RequestState>;
