/** PostgreSQL cannot be used as it is set up, and waiting does not help. The message, for the operator, has no secret. */
export interface PostgresMisconfigured {
  readonly _tag: 'PostgresMisconfigured';
  readonly message: string;
}

export const postgresMisconfigured = (message: string): PostgresMisconfigured => ({
  _tag: 'PostgresMisconfigured',
  message,
});
