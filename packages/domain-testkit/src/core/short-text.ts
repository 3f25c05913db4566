/** Maximum number of characters of a text that a failure shows. */
const mostShown = 2_000;

const escaped = (character: string): string =>
  character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text that a terminal can show: without control characters, and not too long. */
export const shortText = (text: string): string => {
  const visible = text
    .slice(0, mostShown)
    .replaceAll(/\p{Cc}/gu, escaped)
    .slice(0, mostShown);
  return text.length <= mostShown ? visible : `${visible} … and ${text.length - mostShown} more characters`;
};
