import { newPetFields } from '@animal-store/domain';
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { docsRoutes, staticFile } from './docs-page.ts';
import { allowMethods } from './middleware/allow-methods.ts';
import { checkMessage } from './middleware/check-message.ts';
import { checkMount } from './middleware/check-mount.ts';
import { allowOrigins } from './middleware/cross-origin.ts';
import { errorsToJson } from './middleware/errors-to-json.ts';
import { createGuard } from './middleware/guard.ts';
import { parseBody } from './middleware/parse-body.ts';
import { reportRequest } from './middleware/report-request.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { addPet } from './operations/add-pet.ts';
import { announceRemoval, getPet, petRemoval } from './operations/get-pet.ts';
import { livez, readyz } from './operations/health.ts';
import { listPets } from './operations/list-pets.ts';
import { assertOptions, type HttpOptions } from './options.ts';
import type { HttpPorts } from './ports.ts';
import { apiPath, createRouter, routeOf } from './routes.ts';

/** The operations, each behind what runs before it. `openapi.yaml` describes them. */
export const createApiRouter = (
  ports: HttpPorts,
  options: HttpOptions,
  guard: ReturnType<typeof createGuard>,
): Router => {
  const { base } = options;
  const isGetPetRemoved = petRemoval(ports.clock, options.getPetAfterSunset);
  return createRouter(apiPath)
    .get('/pets', guard(listPets(ports, base)))
    .post('/pets', guard(parseBody(newPetFields), addPet(ports, base, isGetPetRemoved)))
    .get('/pets/:petId', announceRemoval(`${base}/pets`), guard(getPet(ports, isGetPetRemoved)));
};

/** Serves the OpenAPI document, which is made at the first request: by then the service knows its own URL. */
const serveDocument = (options: HttpOptions): Middleware => {
  const serve = (): Middleware => {
    const document = createOpenApiDocument(options, options.localUrl?.());
    return staticFile({ mediaType: 'application/json', content: Buffer.from(JSON.stringify(document)) });
  };
  let served: Middleware | undefined;
  return (ctx, next) => {
    served ??= serve();
    return served(ctx, next);
  };
};

/** Runs a middleware only for requests under /v1. */
const underApi =
  (middleware: Middleware): Middleware =>
  (ctx, next) =>
    ctx.path === apiPath || ctx.path.startsWith(`${apiPath}/`) ? middleware(ctx, next) : next();

/**
 * The HTTP API as a Koa application: its middlewares in the order in which they run, then its routes. Throws a `TypeError`
 * or a `RangeError` that names an option with an invalid value.
 */
export const createApp = (ports: HttpPorts, options: HttpOptions): Koa => {
  assertOptions(options);
  const { base, corsOrigins = [], corsHeaders } = options;
  const guard = createGuard(ports.authenticate, options.maxRequestsInFlight, options.rateLimit);
  const api = createApiRouter(ports, options, guard);
  const open = createRouter()
    .get('/livez', livez)
    .get('/readyz', readyz(ports.isReady))
    .get('/openapi.json', serveDocument(options));
  docsRoutes(open);

  const app = new Koa();
  // Bugs are in the report, so Koa need not print them.
  app.silent = ports.report !== undefined;

  app.use(reportRequest(routeOf(api, open), ports.report));
  if (ports.trace !== undefined) app.use(underApi(ports.trace));
  app.use(errorsToJson);
  app.use(checkMessage);
  app.use(checkMount(base, apiPath));
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins, corsHeaders));

  app.use(api.routes());
  app.use(open.routes());
  // Other paths and methods need a key too, so that a client without one does not learn which exist.
  app.use(underApi(guard()));
  app.use(allowMethods);
  app.use(api.allowedMethods());
  return app;
};
