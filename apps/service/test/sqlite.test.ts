import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLines, type RunningService, runToEnd, startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished, vi } from 'vitest';

it('The service on an SQLite file says at its first start alone how to issue an API key, keeps animals and keys, and is not ready without its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-service-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'animals.db');
  const start = async (): Promise<RunningService> => {
    const started = await startService({ env: { API_KEY: '', SQLITE_FILE: file } });
    onTestFinished(() => started.process.kill('SIGKILL'));
    return started;
  };
  const runKeys = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args], env: { SQLITE_FILE: file } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  const warnings = ({ process }: RunningService): readonly unknown[] =>
    logLines(process).flatMap(({ level, msg }) => (level === 40 ? [msg] : []));

  const first = await start();
  const [key = ''] = /ask_\w+/.exec(await runKeys('issue', '--label', 'mine')) ?? [];
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":1}';
  expect((await fetch(`${first.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(201);
  await first.stop();
  expect(warnings(first)).toEqual(['the store has no API key: animal-store keys issue --label <name> issues one']);

  const second = await start();
  expect(await (await fetch(`${second.baseUrl}/pets`, { headers })).text()).toBe(
    '[{"id":1,"name":"Rex","categoryId":1}]',
  );
  expect(await second.stop()).toBe(0);
  expect([warnings(second), first.process.stderr(), second.process.stderr()]).toEqual([[], '', '']);

  await runKeys('revoke', key.slice(4, 12));
  const third = await start();
  expect((await fetch(`${third.baseUrl}/pets`, { headers })).status).toBe(401);
  expect(await runKeys('list')).toMatch(/mine +revoked/);

  const readiness = async (): Promise<number> => (await fetch(`${third.origin}/readyz`)).status;
  expect(await readiness()).toBe(200);
  await rm(file);
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 3_000 });
  await third.stop();
  const [notReady, refused] = logLines(third.process).filter(({ level }) => level === 40);
  expect(notReady?.['msg']).toBe('the SQLite file is not ready: requests that need it get 503 until it is');
  expect(refused).toMatchObject({ route: '/readyz', status: 503, reason: notReady?.['reason'] });
});
