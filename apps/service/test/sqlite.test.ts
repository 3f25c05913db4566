import { execFileSync, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterGroup } from '@animal-store/testkit/at-end';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, logLines, type RunningService, runKeys, startOnStore } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClock } from './with-clock.ts';

describe('A service on a new SQLite file', { timeout: 60_000 }, () => {
  const store = { SQLITE_FILE: join(temporaryFolder(afterAll), 'animals.db') };
  const atEnd = afterGroup();
  let service: RunningService;
  beforeAll(async () => {
    service = await startOnStore(store, 'none yet', atEnd);
  }, 30_000);

  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${service.baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } })).status;

  it('says how to issue the first API key', () => {
    const warnings = logLines(service.process).flatMap(({ level, msg }) => (level === 40 ? [msg] : []));
    expect(warnings).toEqual(['the store has no API key: animal-store keys issue --label <name> issues one']);
  });

  it('accepts a key that is issued meanwhile, and records the hour of its use', async () => {
    const { id, key } = await issueKey(store);
    expect(await statusWith(key)).toBe(200);
    const hour = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    expect(await runKeys(store, 'list')).toMatchObject([{ id, lastUsed: hour }]);
  });

  it('rejects a revoked key, and no other, within 10 seconds, though the clock that revokes it is ahead', async () => {
    const [revoked, other] = [await issueKey(store), await issueKey(store)];
    expect([await statusWith(revoked.key), await statusWith(other.key)]).toEqual([200, 200]);
    await runKeys({ ...store, NODE_OPTIONS: withClock(7_200_000) }, 'revoke', revoked.id);
    await vi.waitFor(async () => expect(await statusWith(revoked.key)).toBe(401), { timeout: 10_000, interval: 100 });
    expect(await statusWith(other.key)).toBe(200);
  });
});

it('A service on an SQLite file is not ready while its disk is full', { timeout: 60_000 }, async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const service = await startOnStore({ SQLITE_FILE }, 'none');
  const isReady = async (expected: boolean): Promise<void> =>
    vi.waitFor(async () => expect((await fetch(`${service.origin}/readyz`)).ok).toBe(expected), { timeout: 10_000 });
  await isReady(true);
  const limitFiles = (bytes: number | 'unlimited'): unknown =>
    execFileSync('prlimit', ['--pid', `${service.process.pid}`, `--fsize=${bytes}:unlimited`]);
  limitFiles(statSync(`${SQLITE_FILE}-wal`).size);
  await isReady(false);
  limitFiles('unlimited');
  await isReady(true);
  expect(await service.stop()).toBe(0);
  const [, notReady] = logLines(service.process).filter(({ level }) => level === 40);
  expect(notReady).toMatchObject({ reason: 'disk I/O error' });
});

it('The first start on an SQLite file makes an API key if a terminal shows it, and logs text there', {
  timeout: 60_000,
}, async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const env = { PATH: process.env['PATH'], SQLITE_FILE, PORT: '0', ADMIN_PORT: '0' };
  const program = projectFile('apps/service/src/main.ts');
  const command = `exec '${process.execPath}' --conditions=@animal-store/source '${program}' serve`;
  /** What a start shows on a terminal. */
  const shown = async (): Promise<string> => {
    const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], { env });
    onTestFinished(() => void terminal.kill('SIGKILL'));
    let text = '';
    terminal.stdout.on('data', (part) => {
      text += String(part);
    });
    await vi.waitFor(() => expect(text).toContain('Ctrl-C stops it.'), { timeout: 20_000 });
    terminal.stdin.write('\x03');
    await new Promise((resolve) => terminal.once('close', resolve));
    return text;
  };
  const [first, second] = [await shown(), await shown()];
  const newKey = /API key {2}ask_[a-z2-7]{8}_/;
  expect(first).toMatch(newKey);
  expect(second).not.toMatch(newKey);
  expect(first).toContain('INFO: listening');
  expect(first).not.toContain('{"level"');
});
