import {
  MongoAPIError,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoParseError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isOutage } from './is-outage.ts';
import { noIdLeft } from './no-id-left.ts';

const withCode = (code: number): Error => new MongoServerError({ message: 'refused', code });

const withLabel = (label: string, error: MongoError): Error => {
  error.addErrorLabel(label);
  return error;
};

const ofNode = (code: string): Error => Object.assign(new Error(code), { code });

describe('An outage is', () => {
  it.each([
    MongoClientClosedError,
    MongoExpiredSessionError,
    MongoNetworkError,
    MongoNetworkTimeoutError,
    MongoNotConnectedError,
    MongoOperationTimeoutError,
    MongoServerClosedError,
    MongoServerSelectionError,
    MongoStalePrimaryError,
    MongoTopologyClosedError,
    MongoUnexpectedServerResponseError,
    MongoWriteConcernError,
  ])('$name', ({ prototype }) => {
    // Most constructors of the driver need internal objects. The name is in the prototype.
    expect(isOutage(Object.create(prototype))).toBe(true);
  });

  // The driver does not export these.
  it.each(['MongoPoolClearedError', 'MongoPoolClosedError', 'MongoWaitQueueTimeoutError', 'PoolClearedOnNetworkError'])(
    '%s',
    (name) => {
      expect(isOutage(Object.defineProperty(new MongoError('failed'), 'name', { value: name }))).toBe(true);
    },
  );

  it.each([
    6, 7, 13, 18, 43, 50, 64, 79, 89, 91, 100, 117, 133, 134, 189, 202, 262, 8000, 9001, 10058, 10107, 11600, 11601,
    11602, 12586, 12587, 13435, 13436,
  ])('the code %d of the server', (code) => {
    expect(isOutage(withCode(code))).toBe(true);
  });

  it.each([MongoErrorLabel.HandshakeError, MongoErrorLabel.RetryableWriteError, MongoErrorLabel.SystemOverloadedError])(
    'the label %s',
    (label) => {
      expect(isOutage(withLabel(label, new MongoServerError({ message: 'refused', code: 2 })))).toBe(true);
    },
  );

  it.each(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ESERVFAIL', 'ETIMEDOUT', 'ETIMEOUT'])(
    'the code %s of Node.js',
    (code) => {
      expect(isOutage(ofNode(code))).toBe(true);
    },
  );
});

it('A lack of ids is taken for an outage: nothing can be added', () => {
  expect(isOutage(noIdLeft())).toBe(true);
});

describe('No outage is', () => {
  it.each([
    ['an error of this program', new TypeError('x is not a function')],
    ['a missing file', ofNode('ENOENT')],
    ['no error at all', 'MongoNetworkError'],
    ['undefined', undefined],
    ['a wrong argument', new MongoInvalidArgumentError('wrong')],
    ['a wrong use of the driver', new MongoAPIError('wrong')],
    ['a wrong connection string', new MongoParseError('wrong')],
    ['a duplicate key', withCode(11000)],
    ['a document that MongoDB refuses', withCode(121)],
    ['a wrong command', withCode(9)],
    [
      'another label',
      withLabel(MongoErrorLabel.NoWritesPerformed, new MongoServerError({ message: 'refused', code: 2 })),
    ],
  ])('%s', (_, error) => {
    expect(isOutage(error)).toBe(false);
  });
});
