/**
 * Characters that are invisible, or change the display of others: control characters, line and paragraph separators, marks
 * of the text direction, spaces without width, variation selectors, and halves of a surrogate pair.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const everyInvisible = new RegExp(invisible, 'gu');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Whether a text has invisible characters, or characters that change the text direction. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** The text with its invisible characters as escapes such as `\u202e`, which keeps the value of a JSON text. */
export const escapeInvisible = (text: string): string => text.replace(everyInvisible, escaped);
