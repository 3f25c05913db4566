import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';

/** The file cannot be used, and waiting does not help. The message is for the operator. */
export interface SqliteMisconfigured {
  readonly _tag: 'SqliteMisconfigured';
  readonly message: string;
}

export const sqliteMisconfigured = (message: string): SqliteMisconfigured => ({ _tag: 'SqliteMisconfigured', message });

/** The failure of an addition when all ids are used up. */
export const noIdLeft = (): RepositoryUnavailable =>
  repositoryUnavailable(new Error('There is no id left for a new animal'));
