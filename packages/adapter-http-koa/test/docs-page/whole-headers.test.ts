import { expect, it } from 'vitest';
import { withWholeHeaders } from '../../page/whole-headers.js';

it('puts split headers together again, and leaves the rest of an answer as it is', () => {
  const split = { status: 200, text: '[]', headers: { sunset: ['Thu', '05 Dec 2030 00:00:00 GMT'], date: 'x,y' } };
  expect(withWholeHeaders(split)).toEqual({
    status: 200,
    text: '[]',
    headers: { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', date: 'x,y' },
  });
});
