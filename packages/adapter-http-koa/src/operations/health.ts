import type { Step } from '../application/http-context.ts';
import { answerError } from '../response/error-answer.ts';
import { answerJson } from '../response/json-answer.ts';

/** `GET /livez`: the process answers. It asks nobody else, so that an outage elsewhere never restarts it. */
export const livez: Step = (ctx) => answerJson(ctx, 200, '{"status":"live"}');

/** `GET /readyz`: whether requests should be sent here; 503 while starting, stopping or without a store. */
export const readyz =
  (isReady: () => Promise<boolean>): Step =>
  async (ctx) =>
    (await isReady())
      ? answerJson(ctx, 200, '{"status":"ready"}')
      : answerError(ctx, 'service_unavailable', 'the service is not ready to take requests');
