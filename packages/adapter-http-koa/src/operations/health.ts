import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import type { OpenOperation } from './operation.ts';

const live = jsonResponse(200, '{"status":"live"}');
const ready = jsonResponse(200, '{"status":"ready"}');

/**
 * `GET /livez`: whether the process responds. It checks only the process, so an outage elsewhere does not restart it.
 */
export const livez: OpenOperation = () => live;

/** `GET /readyz`: 200 if the instance should get requests, 503 while it starts or stops or its store is unavailable. */
export const readyz =
  (isReady: () => Promise<boolean>): OpenOperation =>
  async () =>
    (await isReady()) ? ready : errors.notReady.response;
