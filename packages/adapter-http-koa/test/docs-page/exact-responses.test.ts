import { describe, expect, it } from 'vitest';
import { exactResponses } from '../../page/exact-responses.js';
import { fakeReact } from './fake-react.ts';

const show = exactResponses.wrapComponents.responseBody('Original', {
  React: fakeReact,
  getComponent: (name, isContainer) => `${name} ${isContainer}`,
});

describe('exactResponses', () => {
  it('shows JSON unchanged, except for the indentation', () => {
    expect(show({ content: '{"categoryId":9223372036854775807}', contentType: 'application/json' })).toEqual([
      'div',
      null,
      ['h5', null, 'Response body'],
      [
        'HighlightCode true',
        { language: 'json', canCopy: true, downloadable: true, fileName: 'response.json' },
        '{\n  "categoryId": 9223372036854775807\n}',
      ],
    ]);
  });

  it.each([
    { content: '<html>', contentType: 'text/html' },
    { content: '{}' },
    { content: '', contentType: 'application/json' },
    { content: undefined, contentType: 'application/json' },
  ])('leaves other bodies to Swagger UI: %o', (body) => {
    expect(show(body)).toEqual(['Original', body]);
  });
});
