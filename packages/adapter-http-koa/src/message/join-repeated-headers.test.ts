import { expect, it } from 'vitest';
import { joinRepeatedHeaders } from './join-repeated-headers.ts';

it('joins the lines of the headers of which Node.js keeps only the first, in a copy', () => {
  const headers = { host: 'a', authorization: 'k', x: 'host' };
  // The value of one header is the name of another.
  const rawHeaders = ['Host', 'a', 'X', 'host', 'x', 'b', 'HOST', 'c', 'hosts', 'd', 'Authorization', 'k', 'host', ''];
  expect(joinRepeatedHeaders(headers, rawHeaders)).toEqual({ host: 'a, c, ', authorization: 'k', x: 'host' });
  expect(headers.host).toBe('a');
});
