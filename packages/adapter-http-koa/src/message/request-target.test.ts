import { expect, it } from 'vitest';
import { readTarget } from './request-target.ts';

it.each([
  ['/', '/', '/', ''],
  ['/v1/pets?limit=1?x', '/v1/pets?limit=1?x', '/v1/pets', 'limit=1?x'],
  ['/a?', '/a?', '/a', ''],
  ['/a#b?c', '/a#b?c', '/a', ''],
  ['/a?b#c', '/a?b#c', '/a', 'b'],
  ['//a/%2F/..', '//a/%2F/..', '//a/%2F/..', ''],
  ['HTTPS://user@host:1/a?b', '/a?b', '/a', 'b'],
  ['http://host', '/', '/', ''],
  ['http://host?b', '/?b', '/', 'b'],
  ['/http://host/a', '/http://host/a', '/http://host/a', ''],
  ['ftp://host/a', '*', '*', ''],
  ['host:443', '*', '*', ''],
  ['*', '*', '*', ''],
])('reduces %j', (sent, target, path, query) => {
  expect(readTarget(sent)).toEqual({ target, path, query });
});
