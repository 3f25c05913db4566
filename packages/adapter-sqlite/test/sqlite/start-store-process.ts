import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import { storeProcessEnv, untilServing } from '@animal-store/testkit/store-process';
import type { SqliteStore } from '../../src/index.ts';

const script = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** A process, and how it ends by itself. */
export interface StartedProcess<R> extends StoreProcess<R> {
  readonly end: () => Promise<void>;
}

/** A repository that a store has. */
export type RepositoryName = 'pets' | 'apiKeys';

/** The size, in blocks of 512 bytes, that no file of a process can exceed, as on a full disk. */
export type LargestFile = number | 'unlimited';

/** Opens a file in a process of its own. */
export const startStoreProcess = async <Name extends RepositoryName>(
  file: string,
  name: Name,
  largestFile: LargestFile = 'unlimited',
): Promise<StartedProcess<SqliteStore[Name]>> => {
  const command = [process.execPath, '--conditions=@animal-store/source', script, file, name];
  const child = spawn('sh', ['-c', `ulimit -f ${largestFile} && exec "$0" "$@"`, ...command], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: storeProcessEnv,
  });
  const { channel, ended, kill, end } = await untilServing(child);
  return { repository: remoteRepository(channel, ended), kill, end };
};
