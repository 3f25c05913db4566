import { MongoServerError } from 'mongodb';

/** The error codes of the server that the adapter knows, by their names (mongo/base/error_codes.yml). */
export const serverCodes = {
  badValue: 2,
  hostUnreachable: 6,
  hostNotFound: 7,
  unauthorized: 13,
  authenticationFailed: 18,
  indexNotFound: 27,
  cursorNotFound: 43,
  namespaceExists: 48,
  maxTimeMSExpired: 50,
  writeConcernTimeout: 64,
  unknownReplWriteConcern: 79,
  indexOptionsConflict: 85,
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
  duplicateKey: 11000,
  interruptedAtShutdown: 11600,
  interrupted: 11601,
  interruptedDueToReplStateChange: 11602,
  backgroundOperationInProgressForDatabase: 12586,
  backgroundOperationInProgressForNamespace: 12587,
  notPrimaryNoSecondaryOk: 13435,
  notPrimaryOrSecondary: 13436,
} as const;

/** Whether the server refused a command with this code. */
export const hasCode = (error: unknown, code: number): error is MongoServerError =>
  error instanceof MongoServerError && error.code === code;

/** Whether MongoDB refused a document because of a unique index; with `field`, because of an index on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean =>
  hasCode(error, serverCodes.duplicateKey) && (field === undefined || Object.hasOwn(error['keyPattern'] ?? {}, field));

/** Whether MongoDB Atlas refused a write because the database has reached its quota. Reads still work. */
export const isOverQuota = (error: unknown): boolean =>
  hasCode(error, serverCodes.atlasError) && /over your space quota/i.test(error.message);
