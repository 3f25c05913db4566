import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { logLines, runToEnd, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished, vi } from 'vitest';

it('A service on an SQLite file says how to issue the first API key, accepts that, and is not ready without its file', async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const service = await startService({ env: { API_KEY: '', SQLITE_FILE } });
  onTestFinished(() => service.process.kill('SIGKILL'));
  const issued = await runToEnd({ args: ['keys', 'issue', '--label', 'mine'], env: { SQLITE_FILE } });
  const headers = { Authorization: `Bearer ${/ask_\w+/.exec(issued.stdout)?.[0]}` };
  expect((await fetch(`${service.baseUrl}/pets`, { headers })).status).toBe(200);

  const readiness = async (): Promise<number> => (await fetch(`${service.origin}/readyz`)).status;
  expect(await readiness()).toBe(200);
  await rm(SQLITE_FILE);
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 3_000 });
  expect([await service.stop(), service.process.stderr()]).toEqual([0, '']);
  const [noKey, notReady, refused] = logLines(service.process).filter(({ level }) => level === 40);
  expect(noKey?.['msg']).toBe('the store has no API key: animal-store keys issue --label <name> issues one');
  expect(notReady?.['msg']).toBe('the SQLite file is not ready: requests that need it get 503 until it is');
  expect(refused).toMatchObject({ route: '/readyz', status: 503, reason: notReady?.['reason'] });
});
