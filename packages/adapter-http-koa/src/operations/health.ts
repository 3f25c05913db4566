import { answerError } from '../error-answer.ts';
import type { Step } from '../http-context.ts';
import { answerJson } from '../json-answer.ts';

/** `GET /livez`: the process answers. It asks nobody else, so that an outage elsewhere never restarts it. */
export const livez: Step = (ctx) => answerJson(ctx, 200, '{"status":"live"}');

/** `GET /readyz`: whether requests should be sent here; 503 while starting, stopping or without a store. */
export const readyz =
  (isReady: () => Promise<boolean>): Step =>
  async (ctx) =>
    (await isReady())
      ? answerJson(ctx, 200, '{"status":"ready"}')
      : answerError(ctx, 'service_unavailable', 'the service is not ready to take requests');
