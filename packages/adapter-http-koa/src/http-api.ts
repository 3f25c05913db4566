import type { RequestListener } from 'node:http';
import type { Authenticate, Clock } from '@animal-store/access';
import type { AnimalStore } from '@animal-store/domain';
import Router from '@koa/router';
import { apiPath } from './api-path.ts';
import { compileRoutes } from './application/compile-routes.ts';
import { createHttpApplication } from './application/http-application.ts';
import type { RequestState } from './application/http-context.ts';
import { createHttpMiddleware, type HttpApiMiddleware, type MountedPipeline } from './application/http-middleware.ts';
import { holdBody } from './body/hold-body.ts';
import { readJsonBody } from './body/read-json-body.ts';
import { docsRoutes } from './docs-page/docs-routes.ts';
import { type RequestLimits, requestLimits } from './limits.ts';
import { neverThrow } from './never-throw.ts';
import { respondWithOpenApi } from './openapi/respond-with-open-api.ts';
import { addPetOperation } from './operations/add-pet.ts';
import { getPetOperation } from './operations/get-pet.ts';
import { livez, readyz } from './operations/health.ts';
import { listPetsOperation } from './operations/list-pets.ts';
import { createReadingGate } from './operations/reading-gate.ts';
import { acceptConnection, authenticateRequest, isProtected } from './steps/authenticate-request.ts';
import { checkMessage } from './steps/check-message.ts';
import { allowOrigins, respondToPreflight } from './steps/cross-origin.ts';
import { dispatch, findRouteOf } from './steps/dispatch.ts';
import { closeUnlessContinued } from './steps/expect-continue.ts';
import { handleUnmatched } from './steps/handle-unmatched.ts';
import { identifyRequest } from './steps/identify-request.ts';
import { joinRepeatedHeaders } from './steps/join-repeated-headers.ts';
import { limitRate, type RateLimit } from './steps/limit-rate.ts';
import { announceRemoval, petRemoval } from './steps/pet-removal.ts';
import { type RequestReport, reportRequest } from './steps/report-request.ts';
import { createSlots } from './steps/slots.ts';
import { freeSlotAfterClose, freeSlotAfterWork, type RecognizeApiKey, takeSlot } from './steps/take-slot.ts';
import { toOriginForm } from './steps/to-origin-form.ts';
import { validateHttpApi, validateHttpApiMiddleware } from './validate-options.ts';

/** The ports of the HTTP API: the domain that it drives, and the functions that it needs. */
export interface HttpApiMiddlewarePorts {
  readonly store: AnimalStore;
  readonly authenticate: Authenticate;
  /** Optional. Without it no key is known before its lookup, so all requests begin on the slots for unknown keys. */
  readonly recognize?: RecognizeApiKey | undefined;
  readonly clock: Clock;
  /** Whether this process should get requests. */
  readonly isReady: () => Promise<boolean>;
  /**
   * Called after every request, with the reason for a 401, a 500 or a 503. If it throws, the process warns once and
   * continues.
   */
  readonly report?: ((request: RequestReport) => void) | undefined;
}

/** The ports of an API that reports its requests only here, so `report` is required. */
export interface HttpApiPorts extends HttpApiMiddlewarePorts {
  readonly report: (request: RequestReport) => void;
}

/** The behaviour of the API. A limit that is left out has its default of `requestLimits`. */
export interface HttpApiOptions extends Partial<RequestLimits> {
  /**
   * The address of the API for clients, ending in /v1; links begin with it. No link contains data that a client sent.
   */
  readonly base: string;
  /** The address of its staging environment, ending in /v1; the OpenAPI document names it. */
  readonly stagingBase?: string | undefined;
  /** The rate limit of an API key. Without it the rate is not limited. */
  readonly rateLimit?: RateLimit | undefined;
  /** Origins whose pages may call the API, such as `https://shop.example`. Without it there are none. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Whether `GET /v1/pets/{petId}` returns 410 from 5 December 2030 (`gone`) or keeps working (`serve`). */
  readonly getPetAfterSunset: 'gone' | 'serve';
}

const createPipeline = (ports: HttpApiMiddlewarePorts, options: HttpApiOptions): MountedPipeline => {
  const limits = { ...requestLimits, ...options };
  const { store, authenticate, recognize = () => undefined, clock, isReady, report } = ports;
  const { base, corsOrigins = [], getPetAfterSunset, rateLimit } = options;
  const gate = createReadingGate({
    capacity: limits.maxPetsBeingRead,
    share: (limits.maxPetsBeingRead * limits.maxKeySharePercent) / 100,
    maxWait: limits.maxListWait,
  });
  const isGetPetRemoved = petRemoval(clock, getPetAfterSunset);

  const jsonBody = [holdBody, readJsonBody] as const;
  const pets = `${apiPath}/pets`;
  const router = new Router<RequestState>({ sensitive: true, strict: true })
    .get(pets, listPetsOperation(store.listPets, base, gate))
    .post(pets, ...jsonBody, addPetOperation(store.addPet, base, isGetPetRemoved))
    .get(`${pets}/:petId`, getPetOperation(store.getPet, isGetPetRemoved))
    .get('/livez', livez)
    .get('/readyz', readyz(isReady))
    .get('/openapi.json', respondWithOpenApi(options));
  for (const [path, response] of docsRoutes()) router.get(path, response);
  const findRoute = compileRoutes(router);

  return {
    serves: (path) => findRoute(path) !== undefined || isProtected(path),
    steps: [
      toOriginForm,
      findRouteOf(findRoute),
      joinRepeatedHeaders,
      identifyRequest,
      announceRemoval(base),
      allowOrigins(corsOrigins),
      checkMessage,
      respondToPreflight(router.stack.flatMap(({ methods }) => methods)),
      takeSlot(createSlots(limits), recognize),
      authenticateRequest(authenticate),
      ...(rateLimit === undefined ? [] : [limitRate(rateLimit)]),
      acceptConnection,
      dispatch,
      handleUnmatched,
    ],
    afterWork: [closeUnlessContinued, freeSlotAfterWork],
    afterClose: [...(report === undefined ? [] : [reportRequest(neverThrow('report', report))]), freeSlotAfterClose],
  };
};

/**
 * The HTTP API as a listener for a server of `createHttpServer`. Invalid ports and options throw a `TypeError` or
 * `RangeError` that names all of them.
 */
export const createHttpApi = (ports: HttpApiPorts, options: HttpApiOptions): RequestListener => {
  validateHttpApi({ ...ports, ...requestLimits, ...options });
  return createHttpApplication(createPipeline(ports, options));
};

/**
 * The HTTP API as a middleware of another Koa application, which writes its responses. It handles every path of the API
 * and all others under /v1, and passes other requests on. Invalid ports and options throw a `TypeError` or `RangeError`
 * that names all of them.
 */
export const createHttpApiMiddleware = (ports: HttpApiMiddlewarePorts, options: HttpApiOptions): HttpApiMiddleware => {
  validateHttpApiMiddleware({ ...ports, ...requestLimits, ...options });
  return createHttpMiddleware(createPipeline(ports, options));
};
