import type { ServerResponse } from 'node:http';
import type { ApiKeyId } from '@animal-store/access';
import type { ApiRequest } from '../message/request.ts';
import type { AuthenticationFailure, CompleteResponse, RefusalCause } from '../message/response.ts';

/** One request and its response, for the log and the metrics. It holds no key, no body and no query. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly route: string;
  /** The animal that the path of an operation names, whether it exists or not. */
  readonly petId?: string;
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
  /** What a 429 or a 503 is about; absent for `/readyz`. */
  readonly refusal?: RefusalCause;
}

/** What is known of a request at its end, whether there is a response or not. */
export type Outcome = Pick<CompleteResponse, 'route' | 'apiKeyId' | 'authenticationFailure' | 'failure' | 'refusal'>;

// Any other text in this place may be a secret that was sent by mistake.
const integerAtEnd = /\/(-?\d{1,19})$/;

const petIdIn = (path: string, route: string): string | undefined =>
  route.endsWith('/{petId}') ? integerAtEnd.exec(path)?.[1] : undefined;

// 499 is not registered; nginx and other proxies log it in this case.
const clientClosedRequest = 499;

type Mutable<A> = { -readonly [Key in keyof A]: A[Key] };

/** The report of a request whose response is sent or whose connection is lost. */
export const reportOf = (request: ApiRequest, res: ServerResponse, outcome: Outcome): RequestReport => {
  // The fields are set one by one, because spreads of optional fields take 1 µs.
  const report: Mutable<RequestReport> = {
    requestId: request.id,
    method: request.method,
    route: outcome.route,
    status: res.headersSent ? res.statusCode : clientClosedRequest,
    duration: performance.now() - request.begin,
    aborted: !res.writableFinished,
  };
  const petId = petIdIn(request.path, outcome.route);
  if (petId !== undefined) report.petId = petId;
  const { traceparent } = request.headers;
  if (typeof traceparent === 'string') report.traceparent = traceparent;
  if (outcome.apiKeyId !== undefined) report.apiKeyId = outcome.apiKeyId;
  if (outcome.authenticationFailure !== undefined) report.authenticationFailure = outcome.authenticationFailure;
  if (outcome.failure !== undefined) report.failure = outcome.failure;
  if (outcome.refusal !== undefined) report.refusal = outcome.refusal;
  return report;
};
