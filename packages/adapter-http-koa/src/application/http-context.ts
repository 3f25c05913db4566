import type { ApiKey, ApiKeyId, Unauthenticated } from '@animal-store/access';
import type { ParameterizedContext } from 'koa';
import type { Slot } from '../steps/slots.ts';
import type { RecognizedApiKey } from '../steps/take-slot.ts';
import type { Route } from './compile-routes.ts';

/** Why a request was not authenticated. `missing`: it had no API key. */
export type AuthenticationFailure = 'missing' | Unauthenticated['reason'];

/** The status and the body of a response. */
export interface ResponseContent {
  readonly status: number;
  readonly body: string | Buffer | undefined;
  /** The length of the body, if it is known. */
  readonly bytes?: number | undefined;
}

/** The facts that the steps find out about a request. */
export interface RequestState {
  /** When the headers had arrived, in milliseconds of `performance.now()`. */
  readonly begin: number;
  requestId: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** The query as it was sent, without the question mark. */
  querystring: string;
  /** The route of the path, for any method. */
  route: Route | undefined;
  /** The key of the credential according to the cache of keys. */
  recognized: RecognizedApiKey | undefined;
  /** The client's API key, set after authentication. */
  apiKey: ApiKey | undefined;
  /**
   * The id of that key, for the log. It is also set if the request is refused because the key has too much in flight.
   */
  apiKeyId: ApiKeyId | undefined;
  /** The slot of the request, set under /v1. */
  slot: Slot | undefined;
  /** For the log and the metrics only: the client does not learn the reason. */
  authenticationFailure: AuthenticationFailure | undefined;
  /** The body of the request, with no number rounded. */
  body: unknown;
  /** Whether 100 Continue was sent to the client. */
  isContinued: boolean;
  /** Whether all steps have ended. */
  isWorkDone: boolean;
  /** Whether the response is sent or its connection lost. */
  isClosed: boolean;
  /** The cause of a 500 or a 503, for the log only. */
  failure: unknown;
  /** Set by the step that responds. */
  response: ResponseContent | undefined;
}

/** The state of a new request. */
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
  isClosed: false,
  failure: undefined,
  response: undefined,
});

export type HttpContext = ParameterizedContext<RequestState>;

/**
 * One step in the handling of a request. It either responds by setting `ctx.state.response`, or lets the request pass
 * to the next step. It returns a promise only if it has to wait.
 */
export type Step = (ctx: HttpContext) => void | Promise<void>;
