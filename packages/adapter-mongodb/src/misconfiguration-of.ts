import { MongoServerError } from 'mongodb';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { isOutage } from './is-outage.ts';

const refusals: ReadonlyMap<unknown, string> = new Map([
  [13, 'MongoDB does not allow this user what the service needs'], // Unauthorized
  [18, 'MongoDB refuses the credentials'], // AuthenticationFailed
  [8000, 'MongoDB refuses the credentials'], // AtlasError
]);

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): MongoMisconfigured | undefined => {
  const refusal = error instanceof MongoServerError ? refusals.get(error.code) : undefined;
  if (refusal === undefined && isOutage(error)) return undefined;
  return mongoMisconfigured(
    `${refusal ?? 'MongoDB cannot be used'}: ${error instanceof Error ? error.message : String(error)}`,
  );
};
