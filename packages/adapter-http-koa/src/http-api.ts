import type { RequestListener } from 'node:http';
import { petJson } from '@animal-store/domain';
import { createAdmission } from './admission/admit.ts';
import { createGate } from './admission/gate.ts';
import { limitRate, withoutRateLimit } from './admission/limit-rate.ts';
import { createSlots, type SlotUsage } from './admission/slots.ts';
import { apiPath } from './api-path.ts';
import { createJsonBodyReader } from './body/read-json-body.ts';
import { compileRoutes } from './compile-routes.ts';
import { crossOrigin } from './cross-origin.ts';
import { docsRoutes } from './docs-page/docs-routes.ts';
import { createKoaMiddleware, type HttpApiMiddleware } from './drivers/koa-middleware.ts';
import { createNodeListener } from './drivers/node-listener.ts';
import { requestLimits } from './limits.ts';
import { neverThrow } from './never-throw.ts';
import { openApiRoute } from './openapi/open-api-route.ts';
import { supportedMethods } from './openapi/paths.ts';
import { addPetOperation } from './operations/add-pet.ts';
import { getPetOperation } from './operations/get-pet.ts';
import { livez, readyz } from './operations/health.ts';
import { keepPetTexts } from './operations/keep-pet-texts.ts';
import { listPetsOperation } from './operations/list-pets.ts';
import type { OpenOperation, ProtectedOperation } from './operations/operation.ts';
import { announceRemoval, petRemoval } from './operations/pet-removal.ts';
import { createPetsWriter } from './operations/pets-json.ts';
import type { HttpApiMiddlewarePorts, HttpApiOptions, HttpApiPorts } from './options.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { validateHttpApi, validateHttpApiMiddleware, validateNodeVersion } from './validate-options.ts';

/** How many characters of animals are kept as text: about 4,000 animals, at most 5 MiB. */
const keptCharacters = 512 * 1024;

/** What the requests in flight hold now, of the limits in `RequestLimits`. */
export interface HttpApiUsage extends SlotUsage {
  readonly bytesBeingRead: number;
}

/** The HTTP API as a listener, which knows what its requests hold. */
export interface HttpApi extends RequestListener {
  /** What the requests in flight hold at the moment of the call. */
  readonly usage: () => HttpApiUsage;
}

/** The pipeline of the HTTP API. The ports and options must be valid. */
export const createHttpPipeline = (
  ports: HttpApiMiddlewarePorts,
  options: HttpApiOptions,
): Pipeline & Pick<HttpApi, 'usage'> => {
  const limits = { ...requestLimits, ...options };
  const { store, authenticate, recognize = () => undefined, clock, isReady } = ports;
  const { base, corsOrigins = [], getPetAfterSunset, rateLimit } = options;
  const gate = createGate({
    capacity: limits.maxBytesBeingRead,
    share: (limits.maxBytesBeingRead * limits.maxKeySharePercent) / 100,
    maxWait: limits.maxListWait,
  });
  const isGetPetRemoved = petRemoval(clock, getPetAfterSunset);
  const textOf = keepPetTexts(petJson, keptCharacters);
  const slots = createSlots(limits);

  const pipeline = createPipeline({
    protectedRoutes: compileRoutes<ProtectedOperation>({
      [`${apiPath}/pets`]: {
        GET: listPetsOperation(store.listPets, base, gate, createPetsWriter(textOf)),
        POST: addPetOperation(store.addPet, base, isGetPetRemoved, createJsonBodyReader()),
      },
      [`${apiPath}/pets/:petId`]: { GET: getPetOperation(store.getPet, isGetPetRemoved, textOf) },
    }),
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
