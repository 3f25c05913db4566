import { MongoServerError } from 'mongodb';

/** The error codes of the server (mongo/base/error_codes.yml) that mean an outage. */
const outages = {
  hostUnreachable: 6,
  hostNotFound: 7,
  /** The user has lost a right, and may get it back. */
  unauthorized: 13,
  /** The user is gone or has another password. */
  authenticationFailed: 18,
  /** A list went on at a server that has lost it. */
  cursorNotFound: 43,
  maxTimeMSExpired: 50,
  writeConcernTimeout: 64,
  unknownReplWriteConcern: 79,
  networkTimeout: 89,
  shutdownInProgress: 91,
  unsatisfiableWriteConcern: 100,
  conflictingOperationInProgress: 117,
  failedToSatisfyReadPreference: 133,
  readConcernMajorityNotAvailableYet: 134,
  primarySteppedDown: 189,
  networkInterfaceExceededTimeLimit: 202,
  exceededTimeLimit: 262,
  /** Of MongoDB Atlas, for any refusal: only the message tells the cause. */
  atlasError: 8000,
  socketException: 9001,
  /** Of servers before 4.4. */
  notPrimary: 10058,
  notWritablePrimary: 10107,
  interruptedAtShutdown: 11600,
  interrupted: 11601,
  interruptedDueToReplStateChange: 11602,
  backgroundOperationInProgressForDatabase: 12586,
  /** Another instance builds an index. */
  backgroundOperationInProgressForNamespace: 12587,
  notPrimaryNoSecondaryOk: 13435,
  notPrimaryOrSecondary: 13436,
} as const;

/** The codes that mean an outage. */
export const outageCodes: ReadonlySet<unknown> = new Set(Object.values(outages));

const refusals = {
  badValue: 2,
  indexNotFound: 27,
  namespaceExists: 48,
  indexOptionsConflict: 85,
  duplicateKey: 11000,
} as const;

/** All error codes of the server that the adapter knows. */
export const serverCodes: typeof refusals & typeof outages = { ...refusals, ...outages };

/** Whether the server refused a command with this code. */
export const hasCode = (error: unknown, code: number): error is MongoServerError =>
  error instanceof MongoServerError && error.code === code;

/** Whether MongoDB refused a document because of a unique index; with `field`, because of an index on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean =>
  hasCode(error, serverCodes.duplicateKey) && (field === undefined || Object.hasOwn(error['keyPattern'] ?? {}, field));

/** Whether MongoDB Atlas refused a write because the database has reached its quota. Reads still work. */
export const isOverQuota = (error: unknown): boolean =>
  hasCode(error, serverCodes.atlasError) && /over your space quota/i.test(error.message);
