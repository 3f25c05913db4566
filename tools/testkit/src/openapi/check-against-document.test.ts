import { describe, expect, it } from 'vitest';
import { checkAgainstDocument, type Exchange } from './check-against-document.ts';
import { smallDocument } from './small-document.ts';

const check = checkAgainstDocument(smallDocument);

const headers = { 'x-request-id': 'r1', 'content-type': 'application/json', date: 'now', 'content-length': '0' };

const found: Exchange = {
  method: 'GET',
  path: '/v1/cats/1?full=1',
  status: 200,
  headers: Object.entries(headers),
  bodyText: '{"id":9007199254740993,"tags":[]}',
};

const lost: Exchange = { ...found, status: 404, bodyText: '{"code":"not_found","status":404}' };

const withHeaders = (exchange: Exchange, changed: Readonly<Record<string, string>>): Exchange => ({
  ...exchange,
  headers: Object.entries({ ...headers, ...changed }),
});

const withBody = (bodyText: string): Exchange => ({ ...found, bodyText });

const without = (exchange: Exchange, name: string): Exchange => ({
  ...exchange,
  headers: [...exchange.headers].filter(([written]) => written !== name),
});

describe('checkAgainstDocument', () => {
  it.each<[string, Exchange, string]>([
    ['a response', found, 'GET /cats/{id} 200'],
    [
      'a response to a request in absolute form',
      { ...found, path: 'http://other.test/v1/cats/1' },
      'GET /cats/{id} 200',
    ],
    ['a response that is a reference', lost, 'GET /cats/{id} 404'],
    ['an integer header', withHeaders(lost, { 'retry-after': '1' }), 'GET /cats/{id} 404'],
    [
      'header names in any case',
      { ...found, headers: Object.entries({ 'X-REQUEST-ID': 'r', 'Content-Type': 'application/json' }) },
      'GET /cats/{id} 200',
    ],
    ['headers of fetch', { ...found, headers: new Headers(headers) }, 'GET /cats/{id} 200'],
    ['HEAD without a body', { ...found, method: 'HEAD', bodyText: '' }, 'GET /cats/{id} 200'],
    [
      'no body if none is documented',
      { ...without(found, 'content-type'), method: 'OPTIONS', status: 204, bodyText: '' },
      'options 204',
    ],
    [
      'another method',
      { ...lost, method: 'PUT', status: 405, bodyText: '{"code":"not_allowed","status":405}' },
      'otherMethods 405',
    ],
    ['another path', { ...lost, path: '/v1/cats/1/2', status: 404 }, 'otherPaths 404'],
    [
      'the whole range of int64',
      withBody('{"id":-9223372036854775808,"tags":[9223372036854775807]}'),
      'GET /cats/{id} 200',
    ],
  ])('passes %s', (_, exchange, response) => {
    expect(check(exchange)).toEqual({ response, problems: [] });
  });

  it.each<[string, Exchange, string]>([
    [
      'a repeated header',
      { ...found, headers: [...found.headers, ['X-Request-Id', 'r2']] },
      'X-Request-Id is repeated',
    ],
    ['an unknown header', withHeaders(found, { server: 'x' }), 'server is not documented'],
    [
      'a charset',
      withHeaders(found, { 'content-type': 'application/json; charset=utf-8' }),
      'Content-Type application/json; charset=utf-8 is not documented',
    ],
    ['a body that is not JSON', withBody('cat'), 'the body is not JSON'],
    [
      'a fraction that rounding hides',
      withBody('{"id":9007199254740991.4,"tags":[]}'),
      'the body 9007199254740991.4 is not written in plain digits',
    ],
    ['an exponent', withBody('{"id":1e2,"tags":[]}'), 'the body 1e2 is not written in plain digits'],
    [
      'more than int64',
      withBody('{"id":9223372036854775808,"tags":[]}'),
      'the body 9223372036854775808 is not an int64',
    ],
    [
      'an error code of another response',
      { ...lost, bodyText: '{"code":"gone","status":404}' },
      'the body /code must be one of not_found',
    ],
    ['a wrong status', { ...lost, bodyText: '{"code":"not_found","status":410}' }, 'the body /status must be 404'],
  ])('reports %s', (_, exchange, problem) => {
    expect(check(exchange)).toEqual({
      response: `GET /cats/{id} ${exchange.status}`,
      problems: [`GET /cats/{id} ${exchange.status}: ${problem}`],
    });
  });

  it('reports a body in a response to HEAD', () => {
    expect(check({ ...found, method: 'HEAD' })).toEqual({
      response: 'GET /cats/{id} 200',
      problems: ['GET /cats/{id} 200: the response to HEAD has a body'],
    });
  });

  it('reports a body and a media type if no body is documented', () => {
    expect(check({ ...found, method: 'OPTIONS', status: 204 })).toEqual({
      response: 'options 204',
      problems: ['options 204: Content-Type has no documented body', 'options 204: the body is not documented'],
    });
  });

  it.each<[string, Exchange, string]>([
    ['a status', { ...found, status: 418 }, 'GET /cats/{id} 418'],
    ['another method that succeeds', { ...found, method: 'DELETE' }, 'otherMethods 200'],
    ['another path that succeeds', { ...found, path: '/v1/dogs' }, 'otherPaths 200'],
  ])('reports %s that is not documented', (_, exchange, response) => {
    expect(check(exchange)).toEqual({ response: undefined, problems: [`${response} is not documented`] });
  });

  it.each(['/livez', '/v1cats/1', ''])('ignores %j', (path) => {
    expect(check({ ...found, path, status: 500, headers: [], bodyText: 'x' })).toEqual({
      response: undefined,
      problems: [],
    });
  });
});
