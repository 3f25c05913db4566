import { expect, it } from 'vitest';
import { withWholeHeaders } from '../../page/whole-headers.js';

it('joins split headers, and keeps the rest of a response', () => {
  const split = { status: 200, text: '[]', headers: { sunset: ['Thu', '05 Dec 2030 00:00:00 GMT'], date: 'x,y' } };
  expect(withWholeHeaders(split)).toEqual({
    status: 200,
    text: '[]',
    headers: { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', date: 'x,y' },
  });
});
