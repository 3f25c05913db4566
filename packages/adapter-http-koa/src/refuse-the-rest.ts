import { answerError } from './error-answer.ts';
import type { HttpMiddleware, MatchedPath } from './http-context.ts';

/** Answers what no route has: `OPTIONS` with the methods of the path, another method with 405, another path with 404. */
export const refuseTheRest: HttpMiddleware = async (ctx) => {
  const matched: readonly MatchedPath[] = ctx['matched'] ?? [];
  if (matched.length === 0) return answerError(ctx, 'not_found', 'there is nothing at this path');

  const methods = [...new Set([...matched.flatMap((path) => path.methods), 'OPTIONS'])].sort();
  ctx.set('Allow', methods.join(', '));
  if (ctx.method === 'OPTIONS') ctx.status = 204;
  else answerError(ctx, 'method_not_allowed', `the method must be one of ${methods.join(', ')}`);
};
