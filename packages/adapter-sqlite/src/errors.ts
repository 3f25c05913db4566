/** The file cannot be used, and waiting does not help. The message is for the operator. */
export interface SqliteMisconfigured {
  readonly _tag: 'SqliteMisconfigured';
  readonly message: string;
}

export const sqliteMisconfigured = (message: string): SqliteMisconfigured => ({ _tag: 'SqliteMisconfigured', message });
