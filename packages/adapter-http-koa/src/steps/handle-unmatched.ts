import type { Step } from '../application/http-context.ts';
import { respondWithError } from '../response/error-response.ts';
import { respond } from '../response/respond.ts';
import { setHeader } from '../response/response-headers.ts';

/**
 * Responds to requests without a handler: `OPTIONS` gets the methods of the path, any other method 405, any other path
 * 404.
 */
export const handleUnmatched: Step = (ctx) => {
  const { route } = ctx.state;
  if (route === undefined) return respondWithError(ctx, 'not_found', 'there is nothing at this path');

  const methods = [...route.handlers.keys(), 'OPTIONS'].sort().join(', ');
  setHeader(ctx.res, 'Allow', methods);
  if (ctx.req.method === 'OPTIONS') respond(ctx, 204);
  else respondWithError(ctx, 'method_not_allowed', `the method must be one of ${methods}`);
};
