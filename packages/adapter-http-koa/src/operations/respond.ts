import { either as E } from 'fp-ts';
import type { Context } from 'koa';
import type { ApiError } from '../api-error.ts';

/** The Right of a step of an operation. Throws the response to its Left. */
export const orThrow =
  <L>(toError: (left: L) => ApiError) =>
  <A>(outcome: E.Either<L, A>): A => {
    if (E.isRight(outcome)) return outcome.right;
    throw toError(outcome.left);
  };

/** Responds with JSON text. Koa would add a charset to the media type. */
export const respond = (ctx: Context, status: number, json: string): void => {
  ctx.set('Content-Type', 'application/json');
  ctx.status = status;
  ctx.body = json;
};
