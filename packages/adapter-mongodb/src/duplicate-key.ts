import { MongoServerError } from 'mongodb';

export const duplicateKey = 11000;

/** Whether MongoDB refused a document because of a unique index; with `field`, because of an index on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean =>
  error instanceof MongoServerError &&
  error.code === duplicateKey &&
  (field === undefined || Object.hasOwn(error['keyPattern'] ?? {}, field));
