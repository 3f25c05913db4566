import * as mongodb from 'mongodb';
import { MongoError, MongoErrorLabel, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { classify, noIdLeft, notAuthorized } from './errors.ts';

const driver = { ...mongodb };

const withCode = (code: number, message = 'Said the server.'): MongoServerError =>
  new MongoServerError({ message, code });

const withLabel = (code: number, label: string): MongoServerError =>
  new MongoServerError({ message: 'Said the server.', code, errorLabels: [label] });

const ofNode = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoUnexpectedServerResponseError',
  'MongoWriteConcernError',
] as const)('%s is an outage', (name) => {
  // Most constructors of the driver need internal objects. The name is in the prototype.
  expect(classify(Object.create(driver[name].prototype)).kind).toBe('outage');
});

it.each([
  // The driver does not export this class.
  ['a full pool', Object.defineProperty(new MongoError('failed'), 'name', { value: 'MongoWaitQueueTimeoutError' })],
  ['a code of the server', withCode(91)],
  ['a label', withLabel(2, MongoErrorLabel.HandshakeError)],
  ['any other refusal of MongoDB Atlas', withCode(8000)],
  ['a code of Node.js', ofNode('ECONNRESET')],
  ['a lack of ids: nothing can be added', noIdLeft()],
])('An outage is %s', (_, error) => {
  expect(classify(error).kind).toBe('outage');
});

it.each([
  ['a missing file', ofNode('ENOENT'), 'ENOENT'],
  ['no error at all', 'MongoNetworkError', 'MongoNetworkError'],
  ['a duplicate key', withCode(11000), 'Said the server.'],
  ['another label', withLabel(2, MongoErrorLabel.NoWritesPerformed), 'Said the server.'],
])('A bug, which ends a start with a message, is %s', (_, error, message) => {
  expect(classify(error)).toEqual({ kind: 'bug', message: `MongoDB cannot be used: ${message}`, cause: error });
});

const credentials = 'MongoDB refuses the credentials';
const right = 'MongoDB does not allow this user what the service needs';

it.each([
  ['a right', right, withCode(13)],
  ['credentials, so no connection', credentials, withLabel(18, MongoErrorLabel.HandshakeError)],
  ['credentials of MongoDB Atlas, which has one code', credentials, withCode(8000, 'bad auth : authentication failed')],
  ['a right of MongoDB Atlas', right, withCode(8000, 'user is not allowed to do action [createIndex] on [shop.pets]')],
])('Misconfigured is %s', (_, refused, error) => {
  expect(classify(error)).toMatchObject({ kind: 'misconfigured', message: `${refused}: ${error.message}` });
});

it('shows a missing right without the documents that the server quotes', () => {
  const refusal = 'not authorized on shop to execute command { insert: "pets", documents: [ { name: "s3\n" } ] }';
  const shown = 'not authorized on shop to execute command { insert: "pets", … }';
  const cause = notAuthorized(shown);
  expect(classify(notAuthorized(refusal))).toEqual({ kind: 'misconfigured', message: `${right}: ${shown}`, cause });
});
