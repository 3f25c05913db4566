import { describe, expect, it } from 'vitest';
import { databaseNameOf, givesAway } from './connection-string.ts';

it.each([
  ['mongodb://localhost', 'animal-store'],
  ['mongodb://localhost/', 'animal-store'],
  ['mongodb://localhost/?replicaSet=rs0', 'animal-store'],
  ['mongodb://localhost?replicaSet=rs0', 'animal-store'],
  ['mongodb://localhost/zoo', 'zoo'],
  ['mongodb://localhost/test', 'test'],
  ['mongodb://user:p%2Fw@a:1,b:2,c:3/zoo%2D1?w=1', 'zoo-1'],
  ['mongodb+srv://cluster.example.com/zoo', 'zoo'],
])('The database of %s is %s', (uri, name) => {
  expect(databaseNameOf(uri)).toBe(name);
});

describe('A text shows a connection string', () => {
  it.each([
    ['mongodb://clerk:s3cret@localhost', 'clerk'],
    ['mongodb://clerk:s3cret@localhost', 's3cret'],
    ['mongodb://clerk:s%33cret@localhost', 's3cret'],
    ['mongodb://clerk:s3%cret@localhost', 's3%cret'],
    ['mongodb://clerk:s3?cr@et@localhost', 's3?cr'],
    ['mongodb://clerk:s3/cr@et@localhost', 's3/cr'],
    ['mongodb://localhost/?proxyUsername=clerk&proxyPassword=s3cret', 's3cret'],
    ['mongodb://localhost/?tlsCertificateKeyFilePassword=s3cret', 's3cret'],
    ['mongodb://localhost/?authMechanismProperties=AWS_SESSION_TOKEN:s3cret', 's3cret'],
  ])('%s by %s', (uri, secret) => {
    expect(givesAway(uri, `Unexpected "${secret}" there`)).toBe(true);
  });

  it('only by what is secret', () => {
    expect(
      givesAway('mongodb://clerk:s3cret@localhost/zoo?foo=1', 'option foo is not supported at localhost/zoo'),
    ).toBe(false);
  });
});
