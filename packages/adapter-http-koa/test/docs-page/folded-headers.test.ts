import { expect, it } from 'vitest';
import { foldedHeaders } from '../../page/folded-headers.js';

const React = { createElement: (...element: readonly unknown[]): unknown => element };
const show = foldedHeaders.wrapComponents.headers('Original', { React });

it('folds the headers of a documented response', () => {
  const documented = { headers: { size: 3 } };
  expect(show(documented)).toEqual(['details', null, ['summary', null, 'Headers'], ['Original', documented]]);
});

it.each([{}, { headers: { size: 0 } }])('shows nothing if there are no headers: %o', (documented) => {
  expect(show(documented)).toBe(null);
});
