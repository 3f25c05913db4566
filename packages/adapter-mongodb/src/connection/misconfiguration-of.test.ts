import { MongoErrorLabel, MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { misconfigurationOf } from './misconfiguration-of.ts';

const withCode = (code: number, message = 'Said the server.'): MongoServerError =>
  new MongoServerError({ message, code });

it.each([
  [13, 'MongoDB does not allow this user what the service needs: Said the server.'],
  [18, 'MongoDB refuses the credentials: Said the server.'],
  [85, 'MongoDB cannot be used: Said the server.'],
])('of code %d has a message', (code, message) => {
  expect(misconfigurationOf(withCode(code))).toEqual({ _tag: 'MongoMisconfigured', message });
});

it.each([
  ['bad auth : authentication failed', 'MongoDB refuses the credentials'],
  [
    'user is not allowed to do action [createIndex] on [shop.pets]',
    'MongoDB does not allow this user what the service needs',
  ],
  ['you are over your space quota, using 513 MB of 512 MB', 'MongoDB has no space left'],
])('of MongoDB Atlas, which has one code, is told by its message: %s', (message, refusal) => {
  expect(misconfigurationOf(withCode(8000, message))?.message).toBe(`${refusal}: ${message}`);
});

it('is one although no connection could be made, where the credentials are refused', () => {
  const error = withCode(18);
  error.addErrorLabel(MongoErrorLabel.HandshakeError);
  expect(misconfigurationOf(error)?.message).toBe('MongoDB refuses the credentials: Said the server.');
});

it('includes errors that are not of MongoDB, because waiting does not help', () => {
  expect(misconfigurationOf(new Error('no such file'))?.message).toBe('MongoDB cannot be used: no such file');
});

it.each([new MongoNetworkError('reset'), withCode(91), withCode(8000), withCode(12587)])(
  'is not an outage: %s',
  (error) => {
    expect(misconfigurationOf(error)).toBeUndefined();
  },
);
