import { describe, expect, it } from 'vitest';
import { documentedResponses, unproducedResponses } from './documented-responses.ts';
import { smallDocument } from './small-document.ts';

const all = ['GET /cats/{id} 200', 'GET /cats/{id} 404', 'options 204', 'otherMethods 405', 'otherPaths 404'];

describe('documentedResponses', () => {
  it('names every answer', () => {
    expect(documentedResponses(smallDocument)).toEqual(all);
  });
});

describe('unproducedResponses', () => {
  it('names all when none was produced', () => {
    expect(unproducedResponses(smallDocument, new Set())).toEqual(all);
  });

  it('names none when all were produced', () => {
    expect(unproducedResponses(smallDocument, new Set(all))).toEqual([]);
  });

  it('leaves out what was produced', () => {
    expect(unproducedResponses(smallDocument, new Set([...all.slice(1)]))).toEqual(['GET /cats/{id} 200']);
  });

  it('wants a status only once when told so', () => {
    const produced = new Set(['GET /cats/{id} 404', 'GET /cats/{id} 200']);
    expect(unproducedResponses(smallDocument, produced, [404])).toEqual(['options 204', 'otherMethods 405']);
  });

  it('wants a status at least once', () => {
    expect(unproducedResponses(smallDocument, new Set(['GET /cats/{id} 200']), [404])).toEqual(
      all.filter((response) => response !== 'GET /cats/{id} 200'),
    );
  });
});
