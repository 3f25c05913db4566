// A string, a bracket, a comma, a colon, or any other text between them.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * A JSON text with line breaks and an indent of two spaces. It is not parsed, so every number and every string keeps
 * its spelling.
 * @param {string} json
 * @returns {string}
 */
export const indentJson = (json) => {
  let text = '';
  let depth = 0;
  let isEmpty = false;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of json.matchAll(tokens)) {
    if (token === ']' || token === '}') {
      depth -= 1;
      text += isEmpty ? token : newLine() + token;
      isEmpty = false;
      continue;
    }
    if (isEmpty) text += newLine();
    isEmpty = token === '[' || token === '{';
    if (isEmpty) depth += 1;
    text += token;
    if (token === ',') text += newLine();
    if (token === ':') text += ' ';
  }
  return text;
};
