import type { ApiKey, ApiKeyId, Unauthenticated } from '@animal-store/access';
import type { ParameterizedContext } from 'koa';
import type { Slot } from '../steps/slots.ts';
import type { RecognizedApiKey } from '../steps/take-slot.ts';
import type { Route } from './compile-routes.ts';

/** Why a request was let in by no API key: `missing` where there was none at all. */
export type AuthenticationFailure = 'missing' | Unauthenticated['reason'];

/** The status and the body of a response. */
export interface ResponseContent {
  readonly status: number;
  readonly body: string | Buffer | undefined;
}

/** What the steps find out about a request. */
export interface RequestState {
  /** When the headers had arrived, in milliseconds of `performance.now()`. */
  readonly begin: number;
  requestId: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** The query as it was sent, without the question mark. */
  querystring: string;
  /** The route of the path, whatever the method. */
  route: Route | undefined;
  /** The key of the credential according to the cache of keys. */
  recognized: RecognizedApiKey | undefined;
  /** Who asks: there once the request has got past authentication. */
  apiKey: ApiKey | undefined;
  /** For the log: the id of that key, also for a request that is refused because the key has too much in flight. */
  apiKeyId: ApiKeyId | undefined;
  /** What the request holds: present under /v1. */
  slot: Slot | undefined;
  /** For the log and the metrics only: no client learns the reason. */
  authenticationFailure: AuthenticationFailure | undefined;
  /** The body of a POST, with no number rounded. */
  body: unknown;
  /** Whether the client was told to send the body that it held back. */
  isContinued: boolean;
  /** Whether no step runs any more. */
  isWorkDone: boolean;
  /** What went wrong underneath a 500 or a 503: for the log only. */
  failure: unknown;
  /** Set by the step that responds. */
  response: ResponseContent | undefined;
}

/** The state of a request that no step has seen. */
export const newRequestState = (): RequestState => ({
  begin: performance.now(),
  requestId: '',
  path: '*',
  querystring: '',
  route: undefined,
  recognized: undefined,
  apiKey: undefined,
  apiKeyId: undefined,
  slot: undefined,
  authenticationFailure: undefined,
  body: undefined,
  isContinued: false,
  isWorkDone: false,
  failure: undefined,
  response: undefined,
});

export type HttpContext = ParameterizedContext<RequestState>;

/**
 * One step of what a request meets. It either responds, by setting `ctx.state.response`, or lets the request pass on to
 * the next step. It gives a promise only if it has to wait.
 */
export type Step = (ctx: HttpContext) => void | Promise<void>;
