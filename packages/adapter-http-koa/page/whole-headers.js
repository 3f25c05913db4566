/**
 * Joins the headers of a response. Swagger UI 5 splits a value at each comma, and then shows a `Sunset` of
 * "Thu,05 Dec 2030 00:00:00 GMT".
 * @template {{ headers: Readonly<Record<string, string | readonly string[]>> }} ShownResponse
 * @param {ShownResponse} response
 * @returns {ShownResponse}
 */
export const withWholeHeaders = (response) => {
  const whole = Object.entries(response.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.join(', '),
  ]);
  return { ...response, headers: Object.fromEntries(whole) };
};
