import type { Step } from '../application/http-context.ts';
import { startHeaders } from '../response/response-headers.ts';
import { standardHeaders } from '../response/standard-headers.ts';
import { requestIdOf } from './request-id.ts';

/** Gives the request an id, unless the outer application has, and sets the headers that all responses have. */
export const identifyRequest: Step = ({ req, res, state }) => {
  state.requestId = requestIdOf(state.requestId || req.headers['x-request-id']);
  startHeaders(res, standardHeaders(state.requestId));
};
