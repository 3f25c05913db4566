import { expect, it } from 'vitest';
import { bodyOf, checkTime, parseTime } from './body-cost/cost.ts';
import { worstBodies } from './body-cost/worst-bodies.ts';

it('checks any body within 5 times the slowest JSON.parse of the same size', () => {
  const bodies = Object.entries(worstBodies).map(([name, members]) => ({ name, body: bodyOf(members) }));
  const slowestParse = Math.max(...bodies.map(({ body }) => parseTime(body, 15)));
  const ratios = bodies.map(({ name, body }) => ({ name, ratio: checkTime(body, 15) / slowestParse }));
  expect(ratios.filter(({ ratio }) => ratio > 5)).toEqual([]);
});
