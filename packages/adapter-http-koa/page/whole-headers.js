/**
 * Puts the headers of an answer together again: Swagger UI splits a value at each comma, and then shows a `Sunset` of
 * "Thu,05 Dec 2030 00:00:00 GMT".
 * @template {{ headers: Readonly<Record<string, string | readonly string[]>> }} Answer
 * @param {Answer} answer
 * @returns {Answer}
 */
export const withWholeHeaders = (answer) => {
  const whole = Object.entries(answer.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.join(', '),
  ]);
  return { ...answer, headers: Object.fromEntries(whole) };
};
