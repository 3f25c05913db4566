/**
 * Characters that are invisible, or change the display of others: control characters, line and paragraph separators, marks
 * of the text direction, spaces without width, the blank of Braille, variation selectors, and halves of a surrogate pair.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** The text with its invisible characters as escapes such as `\u202e`, which keeps the value of a JSON text. */
export const escapeInvisible = (text: string): string => text.replace(invisible, escaped);

/** Why something failed or is unavailable, in one line. The messages of the adapters quote no value. */
export const reasonOf = (cause: unknown): string =>
  escapeInvisible(cause instanceof Error ? cause.message : String(cause));

/** An error for the log: its type, its message, and where it was thrown. Its other properties may quote what a client sent. */
export const describeError = (failure: unknown): Readonly<Record<string, unknown>> => {
  if (!(failure instanceof Error)) return { type: typeof failure };
  const { name: type, message, stack } = failure;
  return { type, message, stack };
};
