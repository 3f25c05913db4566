import type { Step } from '../application/http-context.ts';
import { respondWithError } from '../response/error-response.ts';
import { respondWithJson } from '../response/json-response.ts';

/** `GET /livez`: the process answers. It asks nobody else, so that an outage elsewhere never restarts it. */
export const livez: Step = (ctx) => respondWithJson(ctx, 200, '{"status":"live"}');

/** `GET /readyz`: whether requests should be sent here; 503 while starting, stopping or without a store. */
export const readyz =
  (isReady: () => Promise<boolean>): Step =>
  async (ctx) =>
    (await isReady())
      ? respondWithJson(ctx, 200, '{"status":"ready"}')
      : respondWithError(ctx, 'service_unavailable', 'the service is not ready to take requests');
