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
