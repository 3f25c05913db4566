import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiKey } from '../bench/api-key.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { startMongodb } from '../bench/start-mongodb.ts';
import { projectFile, startServer } from '../bench/start-server.ts';

export const storeNames = ['memory', 'sqlite', 'mongodb'] as const;

export type StoreName = (typeof storeNames)[number];

/** The service on a store of its own, which is empty. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly apiKey: string;
  /** How often each status was answered until now, by the log of the service. */
  readonly statuses: () => ReadonlyMap<number, number>;
}

interface Access {
  readonly apiKey: string;
  readonly env: Readonly<Record<string, string>>;
}

const command = ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')];

/** Makes an API key in the store that the environment names. */
const issueKey = async (env: Access['env']): Promise<Access> => {
  const issue = [...command, 'keys', 'issue', '--label', 'outside', '--expires', '1d', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, issue, { env: { PATH: process.env['PATH'], ...env } });
  return { apiKey: (JSON.parse(stdout) as { readonly key: string }).key, env };
};

const accessTo: Readonly<Record<StoreName, (cleanup: Cleanup) => Promise<Access>>> = {
  memory: async () => ({ apiKey, env: { API_KEY: apiKey } }),
  sqlite: async (cleanup) => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-outside-'));
    cleanup.add(() => rm(folder, { recursive: true }));
    return issueKey({ SQLITE_FILE: join(folder, 'animals.db') });
  },
  mongodb: async (cleanup) => issueKey({ MONGODB_URI: await startMongodb(cleanup, 'outside') }),
};

const countStatuses = (): { readonly read: (text: string) => void; readonly counts: ReadonlyMap<number, number> } => {
  const counts = new Map<number, number>();
  let rest = '';
  return {
    counts,
    read: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const status = Number(/"status":(\d{3})\b/.exec(line)?.[1]);
        if (!Number.isNaN(status)) counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    },
  };
};

/** Starts the service on a store; the cleanup stops it. */
export const startService = async (store: StoreName, cleanup: Cleanup): Promise<ServiceUnderTest> => {
  const access = await accessTo[store](cleanup);
  const { read, counts } = countStatuses();
  const { url } = await startServer(
    {
      name: 'service',
      args: [...command, 'serve'],
      env: { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info', ...access.env },
      onOutput: read,
    },
    [],
    cleanup,
  );
  return { url, apiKey: access.apiKey, statuses: () => counts };
};
