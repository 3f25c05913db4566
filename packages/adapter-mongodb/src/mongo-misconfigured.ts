import { MongoServerError } from 'mongodb';
import { isOutage } from './is-outage.ts';

/** MongoDB is misconfigured, and waiting does not help. The message is for the operator and contains no secret. */
export interface MongoMisconfigured {
  readonly _tag: 'MongoMisconfigured';
  readonly message: string;
}

export const mongoMisconfigured = (message: string): MongoMisconfigured => ({ _tag: 'MongoMisconfigured', message });

const refusals: ReadonlyMap<unknown, string> = new Map([
  [13, 'MongoDB does not allow this user what the service needs'], // Unauthorized
  [18, 'MongoDB refuses the credentials'], // AuthenticationFailed
  [8000, 'MongoDB refuses the credentials'], // AtlasError
]);

/** The problem that the operator has to solve; undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): MongoMisconfigured | undefined => {
  const refusal = error instanceof MongoServerError ? refusals.get(error.code) : undefined;
  if (refusal === undefined && isOutage(error)) return undefined;
  return mongoMisconfigured(
    `${refusal ?? 'MongoDB cannot be used'}: ${error instanceof Error ? error.message : String(error)}`,
  );
};
