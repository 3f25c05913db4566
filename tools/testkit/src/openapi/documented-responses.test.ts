import { expect, it } from 'vitest';
import { unproducedResponses } from './documented-responses.ts';
import { smallDocument } from './small-document.ts';

it('are the documented responses without those that were produced', () => {
  expect(unproducedResponses(smallDocument, new Set(['GET /cats/{id} 200', 'options 204']))).toEqual([
    'GET /cats/{id} 404',
    'otherMethods 405',
    'otherPaths 404',
  ]);
});
