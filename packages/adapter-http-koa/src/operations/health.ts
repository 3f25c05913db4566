import type { Step } from '../application/http-context.ts';
import { respondWithError } from '../response/error-response.ts';
import { jsonText, respondWithJson } from '../response/json-response.ts';

const live = jsonText('{"status":"live"}');
const ready = jsonText('{"status":"ready"}');

/**
 * `GET /livez`: whether the process responds. It checks only the process, so an outage elsewhere does not restart it.
 */
export const livez: Step = (ctx) => respondWithJson(ctx, 200, live);

/** `GET /readyz`: 200 if the instance should get requests, 503 while it starts or stops or its store is unavailable. */
export const readyz =
  (isReady: () => Promise<boolean>): Step =>
  async (ctx) =>
    (await isReady())
      ? respondWithJson(ctx, 200, ready)
      : respondWithError(ctx, 'service_unavailable', 'the service is not ready to take requests');
