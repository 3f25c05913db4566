import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeyId } from '@animal-store/access';
import type { AuthenticationFailure, ErrorDetails, RefusalCause } from './api-error.ts';
import { requestIdOf } from './request-id.ts';
import { headersOfAllResponses } from './response-headers.ts';

/** One request and its response, for the log and the metrics. It holds no key, no body and no query. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly route: string;
  /** The animal that the path of an operation names, whether it exists or not. */
  readonly petId?: string | undefined;
  /** The status of the response; 499, which is never sent, if the client disconnected before there was one. */
  readonly status: number;
  /** From the last header byte of the request to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the client disconnected before the whole response was sent. */
  readonly aborted: boolean;
  readonly traceparent?: string | undefined;
  readonly apiKeyId?: ApiKeyId | undefined;
  /** Why a request got 401. The client does not learn the reason. */
  readonly authenticationFailure?: AuthenticationFailure | undefined;
  /** The cause of a 500 or a 503. */
  readonly failure?: unknown;
  /** Why a request got 429 or 503; absent for `/readyz`. */
  readonly refusal?: RefusalCause | undefined;
}

/** The facts about a request that are collected while it is handled. */
export interface RequestRecord {
  /** The path as the API sees it. */
  path: string;
  /** The template of the route that has run. */
  route: string | undefined;
  /** Finds the template of a path whose route has not run. */
  routeOf: (path: string) => string;
  apiKeyId?: ApiKeyId;
  /** The error that is its response. */
  error?: ErrorDetails;
  report: ((request: RequestReport) => void) | undefined;
}

const unmatched = (): string => 'unmatched';

// Only an integer, because any other text at the end of a path may be a secret that was sent by mistake.
const integerAtEnd = /\/(-?\d{1,19})$/;

// 499 is not registered; nginx and other proxies log it in this case.
const clientClosedRequest = 499;

const recorded: unique symbol = Symbol('record');

interface RecordedRequest extends IncomingMessage {
  [recorded]?: RequestRecord;
}

const reportOf = (
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
  duration: number,
): RequestReport => {
  const { apiKeyId, error: { authenticationFailure, failure, refusal } = {} } = record;
  const { route = record.routeOf(record.path) } = record;
  const petId = route.endsWith('/{petId}') ? integerAtEnd.exec(record.path)?.[1] : undefined;
  return {
    requestId: String(res.getHeader('X-Request-Id')),
    method: req.method ?? '',
    route,
    petId,
    status: res.headersSent ? res.statusCode : clientClosedRequest,
    duration,
    aborted: !res.writableFinished,
    // Node.js joins repeated lines, whatever its types say.
    traceparent: req.headers['traceparent'] as string | undefined,
    apiKeyId,
    authenticationFailure,
    failure,
    refusal,
  };
};

/**
 * Begins a request, or returns its record if it has begun: its response gets the headers of all responses, and is reported
 * once when it is sent or its connection lost. The server and the API both call this, so that a request that never reaches
 * the API is reported too. If both have a `report`, that of the server is called.
 */
export const beginRequest = (
  req: RecordedRequest,
  res: ServerResponse,
  report?: (request: RequestReport) => void,
): RequestRecord => {
  const begun = req[recorded];
  if (begun !== undefined) {
    begun.report ??= report;
    return begun;
  }
  const begin = performance.now();
  const record: RequestRecord = { path: '', route: undefined, routeOf: unmatched, report };
  req[recorded] = record;
  const id = requestIdOf(res.getHeader('X-Request-Id') ?? req.headers['x-request-id']);
  for (const [name, value] of Object.entries(headersOfAllResponses(id))) res.setHeader(name, value);
  res.once('close', () => record.report?.(reportOf(req, res, record, performance.now() - begin)));
  return record;
};
