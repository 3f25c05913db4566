import type { Admit } from './admission/admit.ts';
import type { Admitted } from './admission/admitted.ts';
import { checkMessage } from './admission/check-message.ts';
import { apiPath } from './api-path.ts';
import type { FindRoute, Route } from './compile-routes.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { errors, withFailure } from './message/errors.ts';
import type { ApiRequest, WellFormedRequest } from './message/request.ts';
import { type ApiResponse, isResponse } from './message/response.ts';
import { standardHeaders } from './message/standard-headers.ts';
import type { OpenOperation, ProtectedOperation } from './operations/operation.ts';

/** Responds to requests, in the whole order of checks and without a socket. */
export interface Pipeline {
  /** Never throws or rejects. It returns a promise only if it has to wait. */
  readonly respond: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
  /** Adds the headers of all responses to a response that does not come from the pipeline, such as to malformed HTTP. */
  readonly complete: (request: ApiRequest, response: ApiResponse) => ApiResponse;
  /** The template of a path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly routeOf: (path: string) => string;
  /** Whether a path belongs to the API. All others belong to the outer application, if there is one. */
  readonly serves: (path: string) => boolean;
}

/** What a pipeline is made of. */
export interface PipelineParts {
  readonly openRoutes: FindRoute<OpenOperation>;
  readonly protectedRoutes: FindRoute<ProtectedOperation>;
  /** Admits requests to all paths under /v1. */
  readonly admit: Admit;
  readonly crossOrigin: CrossOrigin;
  /** The headers of all responses to a method of a route. */
  readonly announce: (method: string, route: string) => readonly string[];
}

const operations = `${apiPath}/`;

/** Whether a path needs an API key. */
const isProtected = (path: string): boolean => path.startsWith(operations) || path === apiPath;

/** The size in bytes from which a response counts to the budget of bytes. The slots limit the smaller ones. */
export const largeResponse: number = 16 * 1024;

const bugResponse = (bug: unknown): ApiResponse => withFailure(errors.bug.response, bug);

// Node.js drops the bytes that have arrived behind a request with this option. RFC 9110, section 7.8 lets a server ignore
// the option, but not the next request.
const asksUpgrade = ({ headers: { connection = '', upgrade } }: ApiRequest): boolean =>
  upgrade !== undefined && /(?:^|[\s,])upgrade(?:$|[\s,])/i.test(connection);

/** The response to a method that the route does not support: 204 with the methods of the route for `OPTIONS`, else 405. */
const respondToOtherMethod = (method: string, { handlers }: Route<unknown>): ApiResponse => {
  const methods = [...handlers.keys(), 'OPTIONS'].sort();
  const allow = ['Allow', methods.join(', ')];
  if (method === 'OPTIONS') return { status: 204, headers: allow };
  const error = errors.otherMethod.of(methods);
  return { ...error, headers: [...allow, ...error.headers] };
};

const settle = <A>(
  outcome: A | Promise<A>,
  next: (outcome: A) => ApiResponse | Promise<ApiResponse>,
): ApiResponse | Promise<ApiResponse> => (outcome instanceof Promise ? outcome.then(next) : next(outcome));

/** Makes the pipeline. The order of the checks is the order of the calls in `respond` and `respondToAdmitted`. */
export const createPipeline = ({
  openRoutes,
  protectedRoutes,
  admit,
  crossOrigin,
  announce,
}: PipelineParts): Pipeline => {
  const findRoute = (path: string): Route<unknown> | undefined =>
    isProtected(path) ? protectedRoutes(path) : openRoutes(path);
  const routeOf = (path: string): string => findRoute(path)?.template ?? 'unmatched';

  const complete = (request: ApiRequest, response: ApiResponse, admitted?: Admitted): ApiResponse => {
    const { status, body } = response;
    const route = routeOf(request.path);
    const bytes = response.bytes ?? (body === undefined ? undefined : Buffer.byteLength(body));
    if (bytes !== undefined && bytes >= largeResponse) admitted?.slot.hold(bytes);
    const headers = [
      ...standardHeaders(request.id, response.cacheControl),
      ...announce(request.method, route),
      ...crossOrigin.headers(request, response),
      ...(admitted?.rateHeaders ?? []),
      ...response.headers,
    ];
    const vary = [crossOrigin.vary, response.vary].filter((name) => name !== undefined);
    if (vary.length > 0) headers.push('Vary', vary.join(', '));
    if (bytes !== undefined) headers.push('Content-Length', `${bytes}`);
    return {
      status,
      headers,
      body,
      bytes,
      closes: response.closes === true || asksUpgrade(request),
      failure: response.failure,
      refusal: response.refusal,
      authenticationFailure: response.authenticationFailure,
      apiKeyId: admitted?.apiKey.id ?? response.apiKeyId,
      route,
      release: admitted?.slot.free ?? response.release,
    };
  };

  const respondToAdmitted = (
    request: WellFormedRequest,
    admitted: Admitted | ApiResponse,
  ): ApiResponse | Promise<ApiResponse> => {
    if (isResponse(admitted)) return complete(request, admitted);
    const finish = (response: ApiResponse): ApiResponse => complete(request, response, admitted);
    const fail = (bug: unknown): ApiResponse => finish(bugResponse(bug));
    try {
      const route = protectedRoutes(request.path);
      if (route === undefined) return finish(errors.unknownPath.response);
      const operation = route.handlers.get(request.method);
      if (operation === undefined) return finish(respondToOtherMethod(request.method, route));
      const outcome = operation(request, admitted);
      return outcome instanceof Promise ? outcome.then(finish).catch(fail) : finish(outcome);
    } catch (bug) {
      return fail(bug);
    }
  };

  const respondOpenly = (request: WellFormedRequest): ApiResponse | Promise<ApiResponse> => {
    const route = openRoutes(request.path);
    if (route === undefined) return errors.unknownPath.response;
    return route.handlers.get(request.method)?.(request) ?? respondToOtherMethod(request.method, route);
  };

  const respond = (request: ApiRequest): ApiResponse | Promise<ApiResponse> => {
    const checked = checkMessage(request);
    if (isResponse(checked)) return complete(request, checked);
    const preflight = crossOrigin.preflight(checked);
    if (preflight !== undefined) return complete(request, preflight);
    return isProtected(request.path)
      ? settle(admit(checked), (admitted) => respondToAdmitted(checked, admitted))
      : settle(respondOpenly(checked), (response) => complete(request, response));
  };

  return {
    respond: (request) => {
      const fail = (bug: unknown): ApiResponse => complete(request, bugResponse(bug));
      try {
        const outcome = respond(request);
        return outcome instanceof Promise ? outcome.catch(fail) : outcome;
      } catch (bug) {
        return fail(bug);
      }
    },
    complete: (request, response) => complete(request, response),
    routeOf,
    serves: (path) => isProtected(path) || openRoutes(path) !== undefined,
  };
};
