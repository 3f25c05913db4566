import { describe, expect, it } from 'vitest';
import { documentedAnswers, unproducedAnswers } from './documented-answers.ts';
import { smallDocument } from './small-document.ts';

const all = ['GET /cats/{id} 200', 'GET /cats/{id} 404', 'options 204', 'otherMethods 405', 'otherPaths 404'];

describe('documentedAnswers', () => {
  it('names every answer', () => {
    expect(documentedAnswers(smallDocument)).toEqual(all);
  });
});

describe('unproducedAnswers', () => {
  it('names all when none was produced', () => {
    expect(unproducedAnswers(smallDocument, new Set())).toEqual(all);
  });

  it('names none when all were produced', () => {
    expect(unproducedAnswers(smallDocument, new Set(all))).toEqual([]);
  });

  it('leaves out what was produced', () => {
    expect(unproducedAnswers(smallDocument, new Set([...all.slice(1)]))).toEqual(['GET /cats/{id} 200']);
  });

  it('wants a status only once when told so', () => {
    const produced = new Set(['GET /cats/{id} 404', 'GET /cats/{id} 200']);
    expect(unproducedAnswers(smallDocument, produced, [404])).toEqual(['options 204', 'otherMethods 405']);
  });

  it('wants a status at least once', () => {
    expect(unproducedAnswers(smallDocument, new Set(['GET /cats/{id} 200']), [404])).toEqual(
      all.filter((answer) => answer !== 'GET /cats/{id} 200'),
    );
  });
});
