import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import { startServing } from '@animal-store/testkit/store-process';
import { onTestFinished } from 'vitest';
import type { SqliteStore } from '../../src/index.ts';

export type RepositoryName = 'pets' | 'apiKeys';

/** Opens a file in a process of its own, in which no file can exceed `largestFile` blocks of 512 bytes. It ends after the test. */
export const startStoreProcess = async <Name extends RepositoryName>(
  file: string,
  name: Name,
  largestFile?: number,
): Promise<StoreProcess<SqliteStore[Name]>> => {
  const program = new URL('store-process.ts', import.meta.url);
  const { channel, ended, kill, end } = await startServing(program, [file, name], largestFile);
  onTestFinished(end);
  return { repository: remoteRepository(channel, ended), kill };
};
