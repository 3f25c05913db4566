import type { ApiKeyId } from '@animal-store/access';
import type { AuthenticationFailure, HttpContext } from '../application/http-context.ts';

/** One request and its response, for the log and the metrics. It holds no key, no body and no query. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` for every path that there is not. */
  readonly route: string;
  /** The status of the response; 499, which no client ever sees, when the client went away before there was one. */
  readonly status: number;
  /** From the last header byte of the request to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the client went away before the whole response was sent. */
  readonly aborted: boolean;
  readonly traceparent?: string;
  readonly apiKeyId?: ApiKeyId;
  /** Why a 401 is one. No client learns it. */
  readonly authenticationFailure?: AuthenticationFailure;
  /** What went wrong underneath a 500 or a 503. */
  readonly failure?: unknown;
}

// Not registered, but what proxies log in this case.
const clientClosedRequest = 499;

type Mutable<A> = { -readonly [Key in keyof A]: A[Key] };

/** Reports a request, once its response is sent or its connection lost. */
export const reportRequest =
  (report: (request: RequestReport) => void) =>
  ({ req, res, state }: HttpContext): void => {
    // Set one by one: spreads of optional fields take 1 µs.
    const request: Mutable<RequestReport> = {
      requestId: state.requestId,
      method: req.method ?? '',
      route: state.route?.template ?? 'unmatched',
      status: res.headersSent ? res.statusCode : clientClosedRequest,
      duration: performance.now() - state.begin,
      aborted: !res.writableFinished,
    };
    const { traceparent } = req.headers;
    if (typeof traceparent === 'string') request.traceparent = traceparent;
    if (state.apiKeyId !== undefined) request.apiKeyId = state.apiKeyId;
    if (state.authenticationFailure !== undefined) request.authenticationFailure = state.authenticationFailure;
    if (state.failure !== undefined) request.failure = state.failure;
    report(request);
  };
