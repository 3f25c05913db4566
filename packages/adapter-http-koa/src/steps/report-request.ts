import type { ApiKeyId } from '@animal-store/access';
import type { AuthenticationFailure, HttpContext } from '../application/http-context.ts';

/** One request and its response, for the log and the metrics. It holds no key, no body and no query. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly route: string;
  /** The status of the response; 499, which is never sent, if the client disconnected before there was one. */
  readonly status: number;
  /** From the last header byte of the request to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the client disconnected before the whole response was sent. */
  readonly aborted: boolean;
  readonly traceparent?: string;
  readonly apiKeyId?: ApiKeyId;
  /** Why a request got 401. The client does not learn the reason. */
  readonly authenticationFailure?: AuthenticationFailure;
  /** The cause of a 500 or a 503. */
  readonly failure?: unknown;
}

// 499 is not registered; nginx and other proxies log it in this case.
const clientClosedRequest = 499;

type Mutable<A> = { -readonly [Key in keyof A]: A[Key] };

/** Reports a request after its response is sent or its connection lost. */
export const reportRequest =
  (report: (request: RequestReport) => void) =>
  ({ req, res, state }: HttpContext): void => {
    // The fields are set one by one, because spreads of optional fields take 1 µs.
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
