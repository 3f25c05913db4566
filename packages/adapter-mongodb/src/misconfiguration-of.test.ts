import { MongoErrorLabel, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { misconfigurationOf } from './misconfiguration-of.ts';

const withCode = (code: number): MongoServerError => new MongoServerError({ message: 'Said the server.', code });

describe('A misconfiguration', () => {
  it.each([
    [13, 'MongoDB does not allow this user what the service needs: Said the server.'],
    [18, 'MongoDB refuses the credentials: Said the server.'],
    [8000, 'MongoDB refuses the credentials: Said the server.'],
    [85, 'MongoDB cannot be used: Said the server.'],
  ])('of code %d has a message', (code, message) => {
    expect(misconfigurationOf(withCode(code))).toEqual({ _tag: 'MongoMisconfigured', message });
  });

  it('is one although no connection could be made, where the credentials are refused', () => {
    const error = withCode(18);
    error.addErrorLabel(MongoErrorLabel.HandshakeError);
    expect(misconfigurationOf(error)).toEqual({
      _tag: 'MongoMisconfigured',
      message: 'MongoDB refuses the credentials: Said the server.',
    });
  });

  it('is what is no error of MongoDB too, for waiting does not help', () => {
    expect(misconfigurationOf(new Error("ENOENT: no such file or directory, open 'ca.pem'"))).toEqual({
      _tag: 'MongoMisconfigured',
      message: "MongoDB cannot be used: ENOENT: no such file or directory, open 'ca.pem'",
    });
  });

  it.each([new MongoNetworkError('reset'), withCode(91), withCode(12587)])('is not an outage: %s', (error) => {
    expect(misconfigurationOf(error)).toBeUndefined();
  });
});
