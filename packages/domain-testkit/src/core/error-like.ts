import { inspect } from 'node:util';

/** The message of an error and of its causes, or a description of another thrown value. */
export const messageOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return inspect(thrown);
  return thrown.cause === undefined ? thrown.message : `${thrown.message}: ${messageOf(thrown.cause)}`;
};

const framesOf = (thrown: unknown): string =>
  /(?:\n {4}at .*)+$/.exec((thrown instanceof Error && thrown.stack) || '')?.[0] ?? '';

/** An error with another message that leads to the code which threw the first one. Test runners print it once, unlike a cause. */
export const errorLike = (thrown: unknown, message: string): Error => {
  const error = new Error(message);
  const frames = framesOf(thrown);
  if (frames !== '') error.stack = `Error: ${message}${frames}`;
  return error;
};
