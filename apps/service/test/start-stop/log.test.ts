import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  logLines,
  type RunningService,
  runService,
  type ServiceProcess,
  startService,
  waitFor,
  waitForEnd,
} from '@animal-store/testkit/service';
import { afterEach, describe, expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';

/** Where a service listens that has made its key and shows it on standard error. */
const shownOrigin = (service: ServiceProcess): Promise<string> =>
  waitFor(service, () => /http:\/\/127\.0\.0\.1:[1-9][0-9]*/.exec(service.stderr())?.[0], 'The address');

/** The log: a JSON object a line, and in none of them a key, a body or a query. */
describe('log', () => {
  let service: RunningService | undefined;
  afterEach(async () => {
    await service?.stop();
  });

  it('holds a line for each request, and no secret', async () => {
    const started = await startService();
    service = started;
    const api = createContractApi(() => started);
    const id = { 'X-Request-Id': 'log-test-1' };
    const json = { 'Content-Type': 'application/json' };
    await api.send('GET', '/v1/pets?limit=1&status=zq1marker&zq2marker=zq3marker', { headers: id });
    await api.send('POST', '/v1/pets', { headers: json, body: '{"name":"zq4marker","categoryId":1}' });
    await api.send('POST', '/v1/pets', { headers: json, body: '{"name":"zq5marker"' });
    await api.send('POST', '/v1/pets', { headers: { ...json, 'Idempotency-Key': 'zq6marker x' }, body: '{}' });
    await api.send('GET', '/v1/pets', { headers: { Authorization: 'Bearer zq7marker' } });
    await api.send('GET', '/v1/pets', { headers: { Authorization: 'Basic zq8marker' } });
    await api.send('GET', '/v1/zq9marker');
    await api.send('GET', '/v1/pets/zq0marker');
    api.close();
    expect(await started.stop()).toBe(0);
    service = undefined;

    const lines = logLines(started.process);
    expect(lines.filter((line) => JSON.stringify(line).includes('log-test-1')).length).toBe(1);
    expect(lines.length).toBeGreaterThan(8);
    const printed = started.process.stdout() + started.process.stderr();
    expect(printed.match(/zq[1-8]marker/g)).toBeNull();
    expect(printed).not.toContain(started.apiKey.slice(13, 65));
    expect(started.process.stderr()).toBe('');
  });

  it('is empty at LOG_LEVEL=silent', async () => {
    const silent = runService({ args: ['serve'], env: { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' } });
    try {
      const origin = await shownOrigin(silent);
      expect((await fetch(`${origin}/livez`)).status).toBe(200);
      silent.kill('SIGTERM');
      expect(await waitForEnd(silent)).toEqual({ code: 0, signal: null });
      expect(silent.stdout()).toBe('');
    } finally {
      silent.kill('SIGKILL');
    }
  });

  const servesAndEnds = async (stdout: number, requests: number): Promise<void> => {
    const unread = runService({ args: ['serve'], env: { PORT: '0', ADMIN_PORT: '0' }, stdout });
    closeSync(stdout);
    try {
      const origin = await shownOrigin(unread);
      for (let count = 0; count < requests; count++) expect((await fetch(`${origin}/livez`)).status).toBe(200);
      unread.kill('SIGTERM');
      expect(await waitForEnd(unread, 5_000)).toEqual({ code: 0, signal: null });
    } finally {
      unread.kill('SIGKILL');
    }
  };

  // A device on which every write fails, as on a full disk; a hundred lines are more than are kept before a write.
  it.runIf(existsSync('/dev/full'))('is no reason to end, or not to, when it cannot be written', async () => {
    await servesAndEnds(openSync('/dev/full', 'w'), 100);
  });

  it('is no reason to wait, or not to end, when nobody reads it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
    try {
      const pipe = join(folder, 'log');
      execFileSync('mkfifo', [pipe]);
      // It is open for reading as well, so it is there, and full after 64 KiB.
      await servesAndEnds(openSync(pipe, 'r+'), 600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
