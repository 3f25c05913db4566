import { inspect } from 'node:util';

/** The message of an error, or a description of another thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : inspect(thrown));

const framesOf = (thrown: unknown): string =>
  /(?:\n {4}at .*)+$/.exec((thrown instanceof Error && thrown.stack) || '')?.[0] ?? '';

/** An error with another message that leads to the code which threw the first one. Test runners print it once, unlike a cause. */
export const errorLike = (thrown: unknown, message: string): Error => {
  const error = new Error(message);
  const frames = framesOf(thrown);
  if (frames !== '') error.stack = `Error: ${message}${frames}`;
  return error;
};
