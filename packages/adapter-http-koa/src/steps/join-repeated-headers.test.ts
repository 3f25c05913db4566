import { expect, it } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import { joinRepeatedHeaders } from './join-repeated-headers.ts';

it('joins the lines of the headers of which Node.js keeps only the first', () => {
  const headers = { host: 'a', authorization: 'k', x: 'host' };
  // The value of one header is the name of another.
  const rawHeaders = ['Host', 'a', 'X', 'host', 'x', 'b', 'HOST', 'c', 'hosts', 'd', 'Authorization', 'k', 'host', ''];
  void joinRepeatedHeaders({ req: { headers, rawHeaders } } as unknown as HttpContext);
  expect(headers).toEqual({ host: 'a, c, ', authorization: 'k', x: 'host' });
});
