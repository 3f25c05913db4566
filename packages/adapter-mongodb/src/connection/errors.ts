/** MongoDB cannot be used with this set-up, and waiting does not help. The message, for the operator, has no secret. */
export interface MongoMisconfigured {
  readonly _tag: 'MongoMisconfigured';
  readonly message: string;
}

export const mongoMisconfigured = (message: string): MongoMisconfigured => ({ _tag: 'MongoMisconfigured', message });
