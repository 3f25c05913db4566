import type { Admit } from './admission/admit.ts';
import type { Admitted } from './admission/admitted.ts';
import { checkMessage } from './admission/check-message.ts';
import { apiPath } from './api-path.ts';
import type { FindRoute, Route } from './compile-routes.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { errors, withFailure } from './message/errors.ts';
import type { ApiRequest, WellFormedRequest } from './message/request.ts';
import { type ApiResponse, type CompleteResponse, isResponse } from './message/response.ts';
import { standardHeaders } from './message/standard-headers.ts';
import type { OpenOperation, ProtectedOperation } from './operations/operation.ts';

/** Responds to requests, in the whole order of checks and without a socket. */
export interface Pipeline {
  /** Never throws or rejects. It returns a promise only if it has to wait. */
  readonly respond: (request: ApiRequest) => CompleteResponse | Promise<CompleteResponse>;
  /** Adds the headers of all responses to a response that does not come from the pipeline, such as to malformed HTTP. */
  readonly complete: (request: ApiRequest, response: ApiResponse) => CompleteResponse;
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

/** Runs a step, and `next` on its outcome: at once, unless the step has to wait. A bug of the step goes to `fail`. */
const attempt = <A>(
  step: () => A | Promise<A>,
  next: (outcome: A) => CompleteResponse | Promise<CompleteResponse>,
  fail: (bug: unknown) => CompleteResponse,
): CompleteResponse | Promise<CompleteResponse> => {
  try {
    const outcome = step();
    return outcome instanceof Promise ? outcome.then(next, fail) : next(outcome);
  } catch (bug) {
    return fail(bug);
  }
};

/** Runs the handler of a method on a route, or responds that there is none. */
const handle = <Handler>(
  { method }: ApiRequest,
  route: Route<Handler> | undefined,
  run: (handler: Handler) => ApiResponse | Promise<ApiResponse>,
): ApiResponse | Promise<ApiResponse> => {
  if (route === undefined) return errors.unknownPath.response;
  const handler = route.handlers.get(method);
  return handler === undefined ? respondToOtherMethod(method, route) : run(handler);
};

const templateOf = (route: Route<unknown> | undefined): string => route?.template ?? 'unmatched';

/** Makes the pipeline. The order of the checks is the order of the calls in `respond` and `respondWithKey`. */
export const createPipeline = ({
  openRoutes,
  protectedRoutes,
  admit,
  crossOrigin,
  announce,
}: PipelineParts): Pipeline => {
  const routeOf = (path: string): string => templateOf(isProtected(path) ? protectedRoutes(path) : openRoutes(path));

  const complete = (
    request: ApiRequest,
    response: ApiResponse,
    route = routeOf(request.path),
    admitted?: Admitted,
  ): CompleteResponse => {
    const { status, body } = response;
    const bytes = response.bytes ?? Buffer.byteLength(body ?? '');
    if (bytes >= largeResponse) admitted?.slot.hold(bytes);
    const headers = [
      ...standardHeaders(request.id, response.cacheControl),
      ...announce(request.method, route),
      ...crossOrigin.headers(request, response),
      ...(admitted?.rateHeaders ?? []),
      ...response.headers,
    ];
    const vary = crossOrigin.vary(response.vary);
    if (vary !== undefined) headers.push('Vary', vary);
    if (body !== undefined) headers.push('Content-Length', `${bytes}`);
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

  const respondWithKey = (request: WellFormedRequest): CompleteResponse | Promise<CompleteResponse> => {
    const route = protectedRoutes(request.path);
    const finish = (response: ApiResponse, admitted?: Admitted): CompleteResponse =>
      complete(request, response, templateOf(route), admitted);
    return attempt(
      () => admit(request),
      (admitted) =>
        isResponse(admitted)
          ? finish(admitted)
          : attempt(
              () => handle(request, route, (operation) => operation(request, admitted)),
              (response) => finish(response, admitted),
              (bug) => finish(bugResponse(bug), admitted),
            ),
      (bug) => finish(bugResponse(bug)),
    );
  };

  const respondOpenly = (request: WellFormedRequest): CompleteResponse | Promise<CompleteResponse> => {
    const route = openRoutes(request.path);
    return attempt(
      () => handle(request, route, (operation) => operation(request)),
      (response) => complete(request, response, templateOf(route)),
      (bug) => complete(request, bugResponse(bug), templateOf(route)),
    );
  };

  return {
    respond: (request) => {
      const checked = checkMessage(request);
      if (isResponse(checked)) return complete(request, checked);
      const preflight = crossOrigin.preflight(checked);
      if (preflight !== undefined) return complete(request, preflight);
      return isProtected(request.path) ? respondWithKey(checked) : respondOpenly(checked);
    },
    complete: (request, response) => complete(request, response),
    routeOf,
    serves: (path) => isProtected(path) || openRoutes(path) !== undefined,
  };
};
