import * as mongodb from 'mongodb';
import { MongoError, MongoErrorLabel, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { isOutage } from './is-outage.ts';
import { noIdLeft } from './no-id-left.ts';

const driver = { ...mongodb };

const withCode = (code: number): Error => new MongoServerError({ message: 'refused', code });

const withLabel = (label: string): Error => {
  const error = new MongoServerError({ message: 'refused', code: 2 });
  error.addErrorLabel(label);
  return error;
};

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
] as const)('%s', (name) => {
  // Most constructors of the driver need internal objects. The name is in the prototype.
  expect(isOutage(Object.create(driver[name].prototype))).toBe(true);
});

it.each([
  // The driver does not export this class.
  ['a full pool', Object.defineProperty(new MongoError('failed'), 'name', { value: 'MongoWaitQueueTimeoutError' })],
  ['a code of the server', withCode(10107)],
  ['a label', withLabel(MongoErrorLabel.HandshakeError)],
  ['a code of Node.js', ofNode('ECONNRESET')],
  ['a lack of ids: nothing can be added', noIdLeft()],
])('An outage is %s', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['an error of this program', new TypeError('x is not a function')],
  ['a missing file', ofNode('ENOENT')],
  ['no error at all', 'MongoNetworkError'],
  ['a wrong argument', new MongoInvalidArgumentError('wrong')],
  ['a duplicate key', withCode(11000)],
  ['another label', withLabel(MongoErrorLabel.NoWritesPerformed)],
])('No outage is %s', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
