/** MongoDB cannot be used as it is set up, and no waiting helps. The message is for the operator; it holds no secret. */
export interface MongoMisconfigured {
  readonly _tag: 'MongoMisconfigured';
  readonly message: string;
}

export const mongoMisconfigured = (message: string): MongoMisconfigured => ({ _tag: 'MongoMisconfigured', message });
