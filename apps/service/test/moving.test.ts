import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, runService, startService, waitForEnd } from '@animal-store/testkit/service';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runShell, type ShellOutcome } from './moving/run-shell.ts';

let folder = '';
let file = '';
let service: RunningService | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-moving-'));
  file = join(folder, 'animals.db');
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  rmSync(folder, { recursive: true });
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"animal ${n}","categoryId":1}\n`).join('');

/** Runs a command on the file of the test; `$d` is its folder. */
const run = (script: string): Promise<ShellOutcome> => runShell(script, { SQLITE_FILE: file, d: folder });

const timeout = 120_000;

it('An import that is killed adds nothing twice when it is run again', { timeout }, async () => {
  writeFileSync(join(folder, 'a.ndjson'), lines(20_000));
  const killed = runService({ form: 'built', args: ['import', join(folder, 'a.ndjson')], env: { SQLITE_FILE: file } });
  const size = (): number => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
  await vi.waitFor(() => expect(size()).toBeGreaterThan(300_000), { timeout: 60_000, interval: 5 });
  killed.kill('SIGKILL');
  await waitForEnd(killed);
  const { stdout, stderr } = await run(
    'as export | wc -l; as import $d/a.ndjson; as export | cut -d, -f2 | sort -u | wc -l',
  );
  const [before, report, names] = stdout
    .trim()
    .split('\n')
    .map((text) => text.trim());
  const added = Number(before);
  expect(added > 0 && added < 20_000).toBe(true);
  expect([report, names, stderr]).toEqual([`${20_000 - added} animals added, ${added} stored before.`, '20000', '']);
});

it('An export ends quietly when its reader has seen enough', { timeout }, async () => {
  writeFileSync(join(folder, 'a.ndjson'), lines(5_000));
  const { stdout, stderr } = await run('as import --keep-ids $d/a.ndjson; { as export; echo "$?" >&2; } | head -n 2');
  expect({ stdout, stderr }).toEqual({ stdout: `5000 animals added.\n${lines(2)}`, stderr: '0\n' });
});

it('A backup of a service that runs is restored once the service has ended', { timeout }, async () => {
  const keyFile = join(folder, 'first-key');
  const env = { API_KEY: '', SQLITE_FILE: file, FIRST_API_KEY_FILE: keyFile };
  service = await startService({ form: 'built', env });
  const apiKey = (await vi.waitUntil(() => existsSync(keyFile) && readFileSync(keyFile, 'utf8'))).trim();
  const list = async (): Promise<string> =>
    (await fetch(`${service?.origin}/v1/pets`, { headers: { Authorization: `Bearer ${apiKey}` } })).text();
  writeFileSync(join(folder, 'a.ndjson'), lines(3));
  const { stdout, stderr } = await run(
    'as import $d/a.ndjson; as backup $d/saved.db; as backup --overwrite $d/animals.db; as restore --overwrite $d/saved.db; as import --run later $d/a.ndjson',
  );
  expect([stdout, stderr].map((text) => text.replaceAll(folder, ''))).toEqual([
    '3 animals added.\nThe store was copied to /saved.db.\n3 animals added.\n',
    // Not even by a copy of itself.
    'animal-store: /animals.db is in use by another process\n'.repeat(2),
  ]);
  expect(JSON.parse(await list())).toHaveLength(6);
  await service.stop();
  expect((await run('as restore $d/saved.db')).stderr).toMatch(/exists already; --overwrite replaces it\n$/);
  const restored = await run('as restore --overwrite $d/saved.db');
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/animals\.db was restored\./), stderr: '' });
  expect([statSync(file).mode & 0o777, existsSync(`${file}-wal`)]).toEqual([0o600, false]);
  service = await startService({ form: 'built', env });
  expect(await list()).toBe(`[${lines(3).trim().replaceAll('\n', ',')}]`);
  // Ids that were assigned after the backup are not used again.
  await run('as import --run next $d/a.ndjson');
  expect((await list()).match(/"id":\d+/g)?.slice(3)).toEqual(['"id":1000004', '"id":1000005', '"id":1000006']);
});
