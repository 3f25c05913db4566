import { MongoError, MongoErrorLabel, MongoNetworkError, MongoNotConnectedError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { noIdLeft, notAuthorized, storeGone } from './codes.ts';
import { classify } from './errors.ts';

const withCode = (code: number, message = 'Said the server.'): MongoServerError =>
  new MongoServerError({ message, code });

const withLabel = (code: number, label: string): MongoServerError =>
  new MongoServerError({ message: 'Said the server.', code, errorLabels: [label] });

const ofNode = (code: string): Error => Object.assign(new Error(code), { code });

/** The error of the network for this reason. */
const because = (cause: Error): Error => new MongoNetworkError('failed', { cause });

it('An error of the driver is an outage by its name', () => {
  // Most constructors of the driver need internal objects. The name is in the prototype.
  expect(classify(Object.create(MongoNotConnectedError.prototype)).kind).toBe('outage');
});

it.each([
  // The driver does not export this class.
  ['a full pool', Object.defineProperty(new MongoError('failed'), 'name', { value: 'MongoWaitQueueTimeoutError' })],
  ['a code of the server', withCode(91)],
  ['a server that takes no writes for now', withCode(371)],
  ['a full disk', withCode(14031)],
  ['a label', withLabel(2, MongoErrorLabel.HandshakeError)],
  ['any other refusal of MongoDB Atlas', withCode(8000)],
  ['a code of Node.js', ofNode('ECONNRESET')],
  ['a certificate that is not trusted', because(ofNode('SELF_SIGNED_CERT_IN_CHAIN'))],
  ['a lack of ids: nothing can be added', noIdLeft()],
  ['a store that is gone', storeGone('the database x does not exist')],
])('An outage is %s', (_, error) => {
  expect(classify(error).kind).toBe('outage');
});

it.each([
  ['a missing file', ofNode('ENOENT'), 'ENOENT'],
  ['no error at all', 'MongoNetworkError', 'MongoNetworkError'],
  ['another label', withLabel(2, MongoErrorLabel.NoWritesPerformed), 'Said the server.'],
])('A bug, which ends a start with a message, is %s', (_, error, message) => {
  expect(classify(error)).toEqual({ kind: 'bug', message: `MongoDB cannot be used: ${message}`, cause: error });
});

const credentials = 'MongoDB refuses the credentials';
const right = 'MongoDB does not allow this user what the service needs';

it.each([
  ['a right', right, withCode(13)],
  ['credentials, so no connection', credentials, withLabel(18, MongoErrorLabel.HandshakeError)],
  ['a user that does not exist', credentials, withLabel(11, MongoErrorLabel.HandshakeError)],
  ['a mechanism that is off', credentials, withLabel(334, MongoErrorLabel.HandshakeError)],
  ['credentials of MongoDB Atlas, which has one code', credentials, withCode(8000, 'bad auth : authentication failed')],
  ['a right of MongoDB Atlas', right, withCode(8000, 'user is not allowed to do action [createIndex] on [shop.pets]')],
])('Misconfigured is %s', (_, refused, error) => {
  expect(classify(error)).toMatchObject({ kind: 'misconfigured', message: `${refused}: ${error.message}` });
});

it('tells of a collection that was dropped', () => {
  const mismatch = new MongoServerError({ message: 'Said the server.', code: 361, expectedCollection: 'pets' });
  const cause = storeGone('the collection pets was dropped or replaced');
  expect(classify(mismatch)).toMatchObject({ kind: 'outage', cause });
});

it('shows a repeated value without the value', () => {
  const error = withCode(11000, 'E11000 dup key: { digest: "s3cret" }');
  expect(classify(error).message).toBe('MongoDB cannot be used: an operation is refused: code 11000');
});

it('shows a missing right without the documents that the server quotes', () => {
  const refusal = 'not authorized on shop to execute command { insert: "pets", documents: [ { name: "s3\n" } ] }';
  const shown = 'not authorized on shop to execute command { insert: "pets", … }';
  const cause = notAuthorized(shown);
  expect(classify(notAuthorized(refusal))).toEqual({ kind: 'misconfigured', message: `${right}: ${shown}`, cause });
});
