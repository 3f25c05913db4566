import { MongoError, MongoErrorLabel, MongoNetworkError, MongoNotConnectedError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { isUnavailable, misconfigurationOf, notAuthorized, StoreUnusable, withoutValues } from './errors.ts';

const withCode = (code: number, message = 'Said the server.'): MongoServerError =>
  new MongoServerError({ message, code });

const withLabel = (code: number, label: string): MongoServerError =>
  new MongoServerError({ message: 'Said the server.', code, errorLabels: [label] });

const ofNode = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  // Most constructors of the driver need internal objects. The name is in the prototype.
  ['an error of the driver by its name', Object.create(MongoNotConnectedError.prototype)],
  // The driver does not export this class.
  ['a full pool', Object.defineProperty(new MongoError('failed'), 'name', { value: 'MongoWaitQueueTimeoutError' })],
  ['a code of the server', withCode(91)],
  ['a server that takes no writes for now', withCode(371)],
  ['a full disk', withCode(14031)],
  ['a label', withLabel(2, MongoErrorLabel.HandshakeError)],
  ['any other refusal of MongoDB Atlas', withCode(8000)],
  ['a code of Node.js', ofNode('ECONNRESET')],
  [
    'a certificate that is not trusted',
    new MongoNetworkError('failed', { cause: ofNode('SELF_SIGNED_CERT_IN_CHAIN') }),
  ],
  ['a lack of ids: nothing can be added', new StoreUnusable('There is no id left')],
])('A start waits for the end of an outage: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(misconfigurationOf(error)).toBeUndefined();
});

it.each([
  ['a missing file', ofNode('ENOENT'), 'ENOENT'],
  ['no error at all', 'MongoNetworkError', 'MongoNetworkError'],
  ['another label', withLabel(2, MongoErrorLabel.NoWritesPerformed), 'Said the server.'],
])('A start ends with a bug: %s', (_, error, message) => {
  expect(isUnavailable(error)).toBe(false);
  expect(misconfigurationOf(error)?.message).toBe(`MongoDB cannot be used: ${message}`);
});

it.each([
  ['a right', withCode(13)],
  ['credentials, so no connection', withLabel(18, MongoErrorLabel.HandshakeError)],
  ['a user that does not exist', withLabel(11, MongoErrorLabel.HandshakeError)],
  ['a mechanism that is off', withLabel(334, MongoErrorLabel.HandshakeError)],
  ['credentials of MongoDB Atlas, which has one code', withCode(8000, 'bad auth : authentication failed')],
  ['a right of MongoDB Atlas', withCode(8000, 'user is not allowed to do action [createIndex] on [shop.pets]')],
])('A start ends when the server refuses %s, and a store that is used is unavailable', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(misconfigurationOf(error)?.message).toBe(`MongoDB cannot be used: ${error.message}`);
});

it('shows a repeated value without the value', () => {
  const message = 'E11000 dup key: { digest: "s3cret" }';
  const error = new MongoServerError({ message, code: 11000, keyPattern: { digest: 1 } });
  expect(withoutValues(error)).toEqual(new Error('an operation is refused: code 11000 on digest'));
});

it('shows a missing right without the documents that the server quotes', () => {
  const refusal = 'not authorized on shop to execute command { insert: "pets", documents: [ { name: "s3\n" } ] }';
  const shown = 'not authorized on shop to execute command { insert: "pets", … }';
  expect(withoutValues(notAuthorized(refusal))).toEqual(notAuthorized(shown));
  expect(misconfigurationOf(notAuthorized(refusal))?.message).toBe(`MongoDB cannot be used: ${shown}`);
});
