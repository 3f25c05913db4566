import { MongoServerError } from 'mongodb';

/** Error codes that the preparation of collections expects (mongo/base/error_codes.yml). */
export const serverErrors = {
  indexNotFound: 27,
  namespaceExists: 48,
  indexOptionsConflict: 85,
  indexKeySpecsConflict: 86,
  documentValidationFailure: 121,
} as const;

/** Whether the server has refused a command with this code. */
export const isServerError = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;
