import type { Step } from './http-context.ts';
import { requestIdOf } from './request-id.ts';
import { startHeaders } from './response-headers.ts';
import { standardHeaders } from './standard-headers.ts';

/** Gives the request its id, and the response the headers that every response has. */
export const identifyRequest: Step = ({ req, res, state }) => {
  state.requestId = requestIdOf(req.headers['x-request-id']);
  startHeaders(res, standardHeaders(state.requestId));
};
