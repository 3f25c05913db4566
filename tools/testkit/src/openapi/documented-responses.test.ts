import { describe, expect, it } from 'vitest';
import { documentedResponses, unproducedResponses } from './documented-responses.ts';
import { smallDocument } from './small-document.ts';

const all = ['GET /cats/{id} 200', 'GET /cats/{id} 404', 'options 204', 'otherMethods 405', 'otherPaths 404'];

describe('documentedResponses', () => {
  it('names every response', () => {
    expect(documentedResponses(smallDocument)).toEqual(all);
  });
});

describe('unproducedResponses', () => {
  it.each([
    ['all when none was produced', [], all],
    ['none when all were produced', all, []],
    ['one that was not produced', all.slice(1), ['GET /cats/{id} 200']],
  ])('names %s', (_, produced, named) => {
    expect(unproducedResponses(smallDocument, new Set(produced))).toEqual(named);
  });

  it('requires a status of the second list only once', () => {
    const produced = new Set(['GET /cats/{id} 404', 'GET /cats/{id} 200']);
    expect(unproducedResponses(smallDocument, produced, [404])).toEqual(['options 204', 'otherMethods 405']);
  });

  it('wants a status at least once', () => {
    expect(unproducedResponses(smallDocument, new Set(['GET /cats/{id} 200']), [404])).toEqual(
      all.filter((response) => response !== 'GET /cats/{id} 200'),
    );
  });
});
