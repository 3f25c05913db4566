import type { RequestListener } from 'node:http';
import { createAdmission } from './admission/admit.ts';
import { createGate } from './admission/gate.ts';
import { limitRate, withoutRateLimit } from './admission/limit-rate.ts';
import { createSlots, type SlotUsage } from './admission/slots.ts';
import { apiPath } from './api-path.ts';
import { createJsonBodyReader } from './body/read-json-body.ts';
import { compileRoutes, type Routes } from './compile-routes.ts';
import { crossOrigin } from './cross-origin.ts';
import { docsRoutes } from './docs-page/docs-routes.ts';
import { openApiRoute } from './docs-page/open-api-route.ts';
import { createKoaMiddleware, type HttpApiMiddleware } from './drivers/koa-middleware.ts';
import { createNodeListener } from './drivers/node-listener.ts';
import { requestLimits } from './limits.ts';
import { announceRemoval, petRemoval } from './message/pet-removal.ts';
import { neverThrow } from './never-throw.ts';
import { livez, readyz } from './operations/health.ts';
import type { OpenOperation, OperationParts, ProtectedOperation } from './operations/operation.ts';
import { pathItems, supportedMethods } from './operations/operations.ts';
import { createPetsWriter, petText } from './operations/pets-json.ts';
import type { HttpApiMiddlewarePorts, HttpApiOptions, HttpApiPorts } from './options.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { validateHttpApi, validateHttpApiMiddleware, validateNodeVersion } from './validate-options.ts';

/** What the requests in flight hold now, of the limits in `RequestLimits`. */
export interface HttpApiUsage extends SlotUsage {
  readonly bytesBeingRead: number;
}

/** The HTTP API as a listener, which knows what its requests hold. */
export interface HttpApi extends RequestListener {
  /** What the requests in flight hold at the moment of the call. */
  readonly usage: () => HttpApiUsage;
}

/** The operations of the API, made of these parts, by the paths and methods of the router. */
const protectedRoutes = (parts: OperationParts): Routes<ProtectedOperation> =>
  Object.fromEntries(
    [...pathItems].map(([path, item]) => [
      `${apiPath}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      Object.fromEntries(item.map(({ method, create }) => [method.toUpperCase(), create(parts)])),
    ]),
  );

/** The pipeline of the HTTP API. The ports and options must be valid. */
export const createHttpPipeline = (
  ports: HttpApiMiddlewarePorts,
  options: HttpApiOptions,
): Pipeline & Pick<HttpApi, 'usage'> => {
  const limits = { ...requestLimits, ...options };
  const { store, authenticate, recognize = () => undefined, keepPetTexts, clock, isReady } = ports;
  const { base, corsOrigins = [], getPetAfterSunset, rateLimit } = options;
  const gate = createGate({
    capacity: limits.maxBytesBeingRead,
    share: (limits.maxBytesBeingRead * limits.maxKeySharePercent) / 100,
    maxWait: limits.maxListWait,
  });
  const textOf = keepPetTexts?.(petText) ?? petText;
  const readJsonBody = createJsonBodyReader();
  const writePets = createPetsWriter(textOf);
  const isGetPetRemoved = petRemoval(clock, getPetAfterSunset);
  const parts: OperationParts = { store, base, gate, readJsonBody, textOf, writePets, isGetPetRemoved };
  const slots = createSlots(limits);

  const pipeline = createPipeline({
    protectedRoutes: compileRoutes(protectedRoutes(parts)),
    openRoutes: compileRoutes<OpenOperation>({
      '/livez': { GET: livez },
      '/readyz': { GET: readyz(isReady) },
      '/openapi.json': { GET: openApiRoute(options) },
      ...docsRoutes(),
    }),
    admit: createAdmission({
      slots,
      recognize,
      authenticate,
      limitRate: rateLimit === undefined ? withoutRateLimit : limitRate(rateLimit),
    }),
    crossOrigin: crossOrigin(corsOrigins, supportedMethods),
    announce: announceRemoval(base),
  });
  return { ...pipeline, usage: () => ({ ...slots.usage(), bytesBeingRead: gate.weight() }) };
};

const reportOf = ({ report }: HttpApiMiddlewarePorts): HttpApiMiddlewarePorts['report'] =>
  report === undefined ? undefined : neverThrow('report', report);

/**
 * The HTTP API as a listener for a server of `createHttpServer`. Invalid ports and options throw a `TypeError` or
 * `RangeError` that names all of them.
 */
export const createHttpApi = (ports: HttpApiPorts, options: HttpApiOptions): HttpApi => {
  validateNodeVersion(process.versions.node);
  validateHttpApi({ ...ports, ...requestLimits, ...options });
  const pipeline = createHttpPipeline(ports, options);
  return Object.assign(createNodeListener(pipeline, reportOf(ports)), { usage: pipeline.usage });
};

/**
 * The HTTP API as a middleware of another Koa application, which writes its responses. It handles every path of the API
 * and all others under /v1, and passes other requests on. Invalid ports and options throw a `TypeError` or `RangeError`
 * that names all of them.
 */
export const createHttpApiMiddleware = (ports: HttpApiMiddlewarePorts, options: HttpApiOptions): HttpApiMiddleware => {
  validateNodeVersion(process.versions.node);
  validateHttpApiMiddleware({ ...ports, ...requestLimits, ...options });
  return createKoaMiddleware(createHttpPipeline(ports, options), reportOf(ports));
};
