import { MongoServerError } from 'mongodb';

const duplicateKey = 11000;

/** Whether MongoDB refused a document because a unique index has its key already; with a field, an index on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean =>
  error instanceof MongoServerError &&
  error.code === duplicateKey &&
  (field === undefined || Object.hasOwn(error['keyPattern'] ?? {}, field));
