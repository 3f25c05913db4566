import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import { startServing } from '@animal-store/testkit/store-process';
import type { SqliteStore } from '../../src/index.ts';

export interface StartedProcess<R> extends StoreProcess<R> {
  readonly end: () => Promise<void>;
}

export type RepositoryName = 'pets' | 'apiKeys';

/** Opens a file in a process of its own, in which no file can exceed `largestFile` blocks of 512 bytes. */
export const startStoreProcess = async <Name extends RepositoryName>(
  file: string,
  name: Name,
  largestFile?: number,
): Promise<StartedProcess<SqliteStore[Name]>> => {
  const program = new URL('store-process.ts', import.meta.url);
  const { channel, ended, kill, end } = await startServing(program, [file, name], largestFile);
  return { repository: remoteRepository(channel, ended), kill, end };
};
