import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import { storeProcessEnv, untilServing } from '@animal-store/testkit/store-process';
import type { PostgresStore } from '../../src/index.ts';

const script = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** A repository that a store has. */
export type RepositoryName = 'pets' | 'apiKeys';

/** A process, and how it ends by itself. */
export interface StartedProcess<R> extends StoreProcess<R> {
  readonly end: () => Promise<void>;
}

/** Connects in a process of its own. */
export const startStoreProcess = async <Name extends RepositoryName>(
  uri: string,
  name: Name,
): Promise<StartedProcess<PostgresStore[Name]>> => {
  const child = fork(script, [uri, name], {
    execArgv: ['--conditions=@animal-store/source'],
    serialization: 'advanced',
    env: storeProcessEnv,
  });
  const { channel, ended, kill, end } = await untilServing(child);
  return { repository: remoteRepository(channel, ended), kill, end };
};
