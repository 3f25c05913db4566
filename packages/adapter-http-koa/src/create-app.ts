import { newPetFields } from '@animal-store/domain';
import type Router from '@koa/router';
import Koa, { type Middleware, type Next } from 'koa';
import compose from 'koa-compose';
import { apiPath } from './api-path.ts';
import { docsRoutes } from './docs-page/docs-routes.ts';
import { staticFile } from './docs-page/static-file.ts';
import type { Authenticated } from './message/authenticated.ts';
import { petRemoval } from './message/pet-removal.ts';
import { announceRemoval } from './middleware/announce-removal.ts';
import { authenticateRequest } from './middleware/authenticate.ts';
import { checkMessage } from './middleware/check-message.ts';
import { allowOrigins, respondToPreflights } from './middleware/cross-origin.ts';
import { errorsToJson } from './middleware/errors-to-json.ts';
import { defaultRequestsInFlight, limitInFlight } from './middleware/limit-in-flight.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { parseBody } from './middleware/parse-body.ts';
import { reportRequest } from './middleware/report-request.ts';
import { respondToOtherMethods } from './middleware/respond-to-other-methods.ts';
import { createOpenApiDocument, supportedMethods } from './openapi-document.ts';
import { addPet } from './operations/add-pet.ts';
import { getPet } from './operations/get-pet.ts';
import { livez, readyz } from './operations/health.ts';
import { listPets } from './operations/list-pets.ts';
import type { HttpOptions, HttpPorts } from './ports.ts';
import { createRouter, routeOf } from './routes.ts';

const isUnderApi = (path: string): boolean => path === apiPath || path.startsWith(`${apiPath}/`);

// The types of Koa know neither the state that an earlier middleware has set nor the parameters of the router.
type AnyMiddleware = (ctx: never, next: Next) => unknown;

/** Runs middlewares only for requests under /v1. */
const underApi = (...middlewares: readonly AnyMiddleware[]): Middleware => {
  const all = compose([...middlewares] as Middleware[]);
  return (ctx, next) => (isUnderApi(ctx.path) ? all(ctx as never, next) : next());
};

/** Runs a middleware only for requests outside /v1. */
const elsewhere =
  (middleware: AnyMiddleware): Middleware =>
  (ctx, next) =>
    isUnderApi(ctx.path) ? next() : middleware(ctx as never, next);

/** The operations. `openapi.yaml` describes each of them. */
export const createApiRouter = (
  ports: Pick<HttpPorts, 'store'>,
  base: string,
  isGetPetRemoved: () => boolean,
): Router<Authenticated> =>
  createRouter<Authenticated>(apiPath)
    .get('/pets', listPets(ports, base))
    .post('/pets', parseBody(newPetFields), addPet(ports, base, isGetPetRemoved))
    .get('getPet', '/pets/:petId', getPet(ports, isGetPetRemoved));

/** The HTTP API as a Koa application: its middlewares in the order in which they run, then its routes. */
export const createApp = (ports: HttpPorts, options: HttpOptions): Koa => {
  const { authenticate, clock, isReady, report } = ports;
  const { base, corsOrigins = [], corsHeaders, rateLimit, maxRequestsInFlight = defaultRequestsInFlight } = options;
  const inFlight = limitInFlight(maxRequestsInFlight);
  const isGetPetRemoved = petRemoval(clock, options.getPetAfterSunset);
  const document = {
    mediaType: 'application/json',
    content: Buffer.from(JSON.stringify(createOpenApiDocument(options))),
  };

  const open = createRouter()
    .get('/livez', livez)
    .get('/readyz', readyz(isReady))
    .get('/openapi.json', staticFile(document));
  docsRoutes(open);
  const api = createApiRouter(ports, base, isGetPetRemoved);

  const app = new Koa();
  // Bugs are in the report, so Koa need not print them.
  app.silent = report !== undefined;

  app.use(reportRequest(routeOf(api, open), report));
  app.use(errorsToJson);
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(checkMessage);
  if (corsOrigins.length > 0) app.use(respondToPreflights(supportedMethods, corsHeaders));
  app.use(announceRemoval(api.route('getPet'), `${base}/pets`));
  app.use(elsewhere(open.routes()));

  app.use(
    underApi(
      inFlight.ofAllKeys,
      authenticateRequest(authenticate),
      inFlight.ofOneKey,
      ...(rateLimit === undefined ? [] : [limitRate(rateLimit)]),
      api.routes(),
    ),
  );

  app.use(respondToOtherMethods);
  app.use(api.allowedMethods());
  return app;
};
