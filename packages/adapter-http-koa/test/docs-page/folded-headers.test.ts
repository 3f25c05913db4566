import { describe, expect, it } from 'vitest';
import { foldedHeaders } from '../../page/folded-headers.js';
import { fakeReact } from './fake-react.ts';

const show = foldedHeaders.wrapComponents.headers('Original', { React: fakeReact });

describe('foldedHeaders', () => {
  it('folds the headers of a documented response', () => {
    const documented = { headers: { size: 3 } };
    expect(show(documented)).toEqual(['details', null, ['summary', null, 'Headers'], ['Original', documented]]);
  });

  it.each([{}, { headers: { size: 0 } }])('shows nothing if there are no headers: %o', (documented) => {
    expect(show(documented)).toBe(null);
  });
});
