import { codeOf, isOutage } from './postgres-error.ts';

/** PostgreSQL cannot be used as it is set up, and waiting does not help. The message, for the operator, has no secret. */
export interface PostgresMisconfigured {
  readonly _tag: 'PostgresMisconfigured';
  readonly message: string;
}

export const postgresMisconfigured = (message: string): PostgresMisconfigured => ({
  _tag: 'PostgresMisconfigured',
  message,
});

/** By SQLSTATE, or its class. */
const refusals: Readonly<Record<string, string>> = {
  28: 'PostgreSQL refuses the credentials',
  '3D': 'PostgreSQL has no such database',
  42: 'PostgreSQL does not allow this user what the service needs',
  un: 'PostgreSQL cannot be used',
};

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): PostgresMisconfigured | undefined => {
  const refusal = refusals[codeOf(error)?.slice(0, 2) ?? ''];
  if (refusal === undefined && isOutage(error)) return undefined;
  const detail = error instanceof Error ? error.message : String(error);
  return postgresMisconfigured(`${refusal ?? 'PostgreSQL cannot be used'}: ${detail}`);
};
