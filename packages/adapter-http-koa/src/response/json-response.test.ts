import { expect, it, vi } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import { jsonText, largeResponse, respondWithJson } from './json-response.ts';

it.each([
  ['a small response', jsonText('x'.repeat(largeResponse - 1)), []],
  ['a large response', jsonText('é'.repeat(largeResponse)), [2 * largeResponse]],
  ['large bytes', Buffer.alloc(largeResponse), [largeResponse]],
])('counts the bytes of %s: %#', (_, json, expected) => {
  const hold = vi.fn();
  respondWithJson({ res: {}, state: { slot: { hold } } } as unknown as HttpContext, 200, json);
  expect(hold.mock.calls.flat()).toEqual(expected);
});
