import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@animal-store/testkit/free-port';
import { type RunningService, runToEnd, type ServiceOptions, startService } from '@animal-store/testkit/service';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { scrape, valuesOf } from './metrics/scrape.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const newFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-service-'));
  folders.push(folder);
  return join(folder, 'animals.db');
};

/** Starts the service on a file, without a key of its own. */
const startOn = (file: string, options: ServiceOptions = {}): Promise<RunningService> =>
  startService({ ...options, env: { API_KEY: '', SQLITE_FILE: file, ...options.env } });

const keyIn = (text: string): string | undefined => /ask_\w+/.exec(text)?.[0];

const runKeys = async (file: string, ...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args], env: { SQLITE_FILE: file } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

describe('The service on an SQLite file', () => {
  let service: RunningService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  const statusWith = async (key: string | undefined, path = '/v1/pets'): Promise<number> =>
    (await fetch(`${service?.origin}${path}`, { headers: { Authorization: `Bearer ${key}` } })).status;

  it('prints an API key at its first start and at no other, and keeps animals and keys', async () => {
    const file = await newFile();
    service = await startOn(file);
    const key = keyIn(await vi.waitUntil(() => service?.process.stderr()));
    expect(service.process.stderr()).toContain(`Animal Store Service, in the file ${file}.`);
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = '{"name":"Rex","categoryId":1}';
    expect((await fetch(`${service.origin}/v1/pets`, { method: 'POST', headers, body })).status).toBe(201);
    await service.stop();

    service = await startOn(file);
    const listed = await fetch(`${service.origin}/v1/pets`, { headers });
    expect(await listed.text()).toBe('[{"id":1,"name":"Rex","categoryId":1}]');
    expect(await service.stop()).toBe(0);
    expect(service.process.stderr()).toBe('');
    await runKeys(file, 'revoke', key?.slice(4, 12) ?? '');
    service = await startOn(file);
    expect(await statusWith(key)).toBe(401);
    expect(await runKeys(file, 'list')).toMatch(/start +revoked/);
  });

  it('is not ready once the file is removed, and measures its operations', async () => {
    const file = await newFile();
    service = await startOn(file, { env: { ADMIN_PORT: `${await freePort()}` } });
    const key = keyIn(await vi.waitUntil(() => service?.process.stderr()));
    expect([await statusWith(key), await statusWith(undefined, '/readyz')]).toEqual([200, 200]);
    await rm(file);
    await vi.waitFor(
      async () => expect([await statusWith(key), await statusWith(undefined, '/readyz')]).toEqual([503, 503]),
      { timeout: 3_000 },
    );
    expect(valuesOf(await scrape(service), 'db_client_operation_duration_seconds_count')).toMatchObject({
      'pets.list completed': expect.any(Number),
      'ping unavailable': expect.any(Number),
    });
  });
});
