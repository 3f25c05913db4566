import { expect, it, vi } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import type { Refusal } from '../steps/slots.ts';
import { holdBody } from './hold-body.ts';
import { maxBodyBytes } from './read-json-body.ts';

/** Holds a body with these headers. Returns the bytes that it counts, and the status of the response. */
const hold = (headers: object, refusal?: Refusal): readonly [held: unknown, status: number | undefined] => {
  const count = vi.fn();
  const slot = { spent: () => refusal, hold: count };
  const ctx = { req: { headers }, res: {}, state: { slot } } as unknown as HttpContext;
  void holdBody(ctx);
  return [count.mock.calls.flat(), ctx.state.response?.status];
};

it.each([
  ['its length', { 'content-length': '10' }, 40],
  ['at most the limit', { 'content-length': '1048576' }, 4 * maxBodyBytes],
  ['the limit if its length is unknown', {}, 4 * maxBodyBytes],
  ['its length if it is not compressed', { 'content-length': '10', 'content-encoding': 'Identity' }, 40],
  ['the limit if it is compressed', { 'content-length': '10', 'content-encoding': 'gzip' }, 4 * maxBodyBytes],
])('counts a body as 4 times %s', (_, headers, bytes) => {
  expect(hold(headers)).toEqual([[bytes], undefined]);
});

it.each([
  ['all-taken', 503],
  ['share-taken', 429],
] as const)('counts nothing if the budget is spent: %s', (refusal, status) => {
  expect(hold({}, refusal)).toEqual([[], status]);
});
