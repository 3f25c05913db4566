import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { isOutage } from './is-outage.ts';
import { hasCode, isOverQuota, serverCodes } from './server-codes.ts';

const refusedCredentials = 'MongoDB refuses the credentials';
const missingRight = 'MongoDB does not allow this user what the service needs';

const refusalOf = (error: unknown): string | undefined => {
  if (isOverQuota(error)) return 'MongoDB has no space left';
  if (hasCode(error, serverCodes.unauthorized)) return missingRight;
  if (hasCode(error, serverCodes.authenticationFailed)) return refusedCredentials;
  if (!hasCode(error, serverCodes.atlasError)) return undefined;
  if (/not allowed/i.test(error.message)) return missingRight;
  return /auth/i.test(error.message) ? refusedCredentials : undefined;
};

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): MongoMisconfigured | undefined => {
  const refusal = refusalOf(error);
  if (refusal === undefined && isOutage(error)) return undefined;
  return mongoMisconfigured(
    `${refusal ?? 'MongoDB cannot be used'}: ${error instanceof Error ? error.message : String(error)}`,
  );
};
