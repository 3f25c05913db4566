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
  it('names all if none was produced', () => {
    expect(unproducedResponses(smallDocument, new Set())).toEqual(all);
  });

  it('names none if all were produced', () => {
    expect(unproducedResponses(smallDocument, new Set(all))).toEqual([]);
  });

  it('omits those that were produced', () => {
    expect(unproducedResponses(smallDocument, new Set([...all.slice(1)]))).toEqual(['GET /cats/{id} 200']);
  });

  it('needs a status only once if so configured', () => {
    const produced = new Set(['GET /cats/{id} 404', 'GET /cats/{id} 200']);
    expect(unproducedResponses(smallDocument, produced, [404])).toEqual(['options 204', 'otherMethods 405']);
  });

  it('needs a status at least once', () => {
    expect(unproducedResponses(smallDocument, new Set(['GET /cats/{id} 200']), [404])).toEqual(
      all.filter((response) => response !== 'GET /cats/{id} 200'),
    );
  });
});
