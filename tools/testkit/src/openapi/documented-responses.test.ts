import { expect, it } from 'vitest';
import { documentedResponses, unproducedResponses } from './documented-responses.ts';
import { smallDocument } from './small-document.ts';

const all = ['GET /cats/{id} 200', 'GET /cats/{id} 404', 'options 204', 'otherMethods 405', 'otherPaths 404'];

it('names every response', () => {
  expect(documentedResponses(smallDocument)).toEqual(all);
});

it.each<[string, readonly string[], readonly string[]]>([
  ['all when none was produced', [], all],
  ['none when all were produced', all, []],
  [
    'a status of the last argument once',
    ['GET /cats/{id} 404'],
    ['GET /cats/{id} 200', 'options 204', 'otherMethods 405'],
  ],
])('requires %s', (_, produced, missing) => {
  expect(unproducedResponses(smallDocument, new Set(produced), [404])).toEqual(missing);
});
