/**
 * Whether two tokens are equal, in constant time: a proxy may send the requests of several clients on one connection, and
 * the time must not tell one client about the token of another. `timingSafeEqual` of Node.js would need two new buffers.
 */
export const equalTokens = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
};
