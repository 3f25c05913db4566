import type { ApiKey, ApiKeyRepository } from '@animal-store/access';
import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isWrongUsage } from './command.ts';
import { keysCommand } from './keys.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Runs commands on one store. Returns what each prints. */
const setUp = (changed: Partial<ApiKeyRepository> = {}) => {
  const apiKeys = { ...createMemoryApiKeyRepository(), ...changed };
  const said: string[] = [];
  const say = (text: string | Uint8Array, done?: unknown) => {
    if (typeof done === 'function') done();
    return said.push(`${text}`.trimEnd()) > 0;
  };
  const { run } = keysCommand(({ mayCreate }) => {
    if (mayCreate) said.push('may create');
    return TE.right({ apiKeys, close: async () => void said.push('closed') });
  });
  return {
    apiKeys,
    run: async (...args: readonly string[]): Promise<string> => {
      vi.spyOn(process.stdout, 'write').mockImplementation(say);
      vi.spyOn(process.stderr, 'write').mockImplementation(say);
      await run(args).catch((error) => said.push(`wrong usage: ${isWrongUsage(error)}`));
      vi.restoreAllMocks();
      process.exitCode = undefined;
      return said.splice(0).join('\n');
    },
  };
};

const token = /\bask_([a-z2-7]{8})_[a-z2-7]{52}_[0-9a-f]{8}\b/g;
const idIn = (printed: string): string => [...printed.matchAll(token)][0]?.[1] ?? '';

it('prints a key once, when it is issued', async () => {
  const { run } = setUp();
  const issued = await run('issue', '--label', 'for people', '--expires', '90d');
  const [[key = '', id = ''] = [], ...others] = issued.matchAll(token);
  expect(others).toEqual([]);
  const table = `id        label       state   created                   expires                   revoked  lastUsed
${id}  for people  active  1970-01-01T00:00:00.000Z  1970-04-01T00:00:00.000Z  -        -`;
  expect(issued).toBe(`may create\n${table}\n\n${key}\n\nThis is the key. It is shown only now. Save it.\nclosed`);
  expect(await run('list')).toBe(`${table}\nclosed`);
});

it('issues, rotates, revokes and lists keys as JSON', async () => {
  const { run } = setUp();
  const runForJson = async (...args: readonly string[]) =>
    JSON.parse((await run(...args, '--json')).replace('\nclosed', '').replace('may create\n', ''));
  const { key, ...old } = await runForJson('issue', '--label', 'ci');
  expect(key).toMatch(token);
  expect(old).toEqual({ id: key.slice(4, 12), label: 'ci', state: 'active', created: '1970-01-01T00:00:00.000Z' });
  vi.setSystemTime(1_000);
  const { key: _, old: retiring, ...fresh } = await runForJson('rotate', old.id, '--overlap', '5s');
  expect(fresh).toEqual({ ...old, id: fresh.id, created: '1970-01-01T00:00:01.000Z' });
  const until = '1970-01-01T00:00:06.000Z';
  expect(retiring).toEqual({ ...old, state: 'retiring', revoked: until });
  expect(await runForJson('list')).toEqual([retiring, fresh]);
  vi.setSystemTime(6_000);
  expect(await runForJson('revoke', fresh.id)).toEqual({ ...fresh, state: 'revoked', revoked: until });
  expect(await runForJson('list')).toMatchObject([{ state: 'revoked' }, { state: 'revoked' }]);
});

it('rotates with an overlap of a day, or at once', async () => {
  const { run } = setUp();
  const today = '1970-01-01T00:00:00.000Z';
  const tomorrow = '1970-01-02T00:00:00.000Z';
  const first = idIn(await run('issue', '--label', 'ci'));
  const rotated = await run('rotate', first);
  expect(rotated).toContain(`
The old key ${first} is rejected from ${tomorrow} on, by the clock of each machine.
An Idempotency-Key belongs to one API key: finish retries with the old key, or they add a second animal.
closed`);
  expect(await run('list')).toContain(`${first}  ci     retiring  ${today}  -        ${tomorrow}  -`);
  const second = idIn(rotated);
  expect(await run('rotate', second, '--now')).toContain(
    `\nThe old key ${second} is rejected everywhere within 10 seconds.\n`,
  );
});

it('prints the new key although the old one cannot be revoked, and says what is left to do', async () => {
  const { run } = setUp({ revoke: () => TE.left(repositoryUnavailable(new Error('no primary'))) });
  const id = idIn(await run('issue', '--label', 'ci'));
  const printed = await run('rotate', id);
  expect([...printed.matchAll(token)].length).toBe(1);
  expect(printed).toContain(
    `animal-store: the store is unavailable: no primary. The new key is stored, and the old one may still be valid: revoke it with keys revoke ${id}\n`,
  );
});

it('shows the invisible characters of a stored label as escapes', async () => {
  const { run, apiKeys } = setUp();
  const stored = { id: 'aaaaaaaa', label: 'ci\u202e\u{e0041}', digest: 'a'.repeat(64), created: 0 };
  await apiKeys.add(stored as unknown as ApiKey)();
  expect(await run('list')).toContain('aaaaaaaa  ci\\u202e\\udb40\\udc41  active');
  expect(await run('list', '--json')).toContain('"label":"ci\\u202e\\udb40\\udc41"');
});

it('fails with a message if a key does not exist, is revoked already, or the store is away or broken', async () => {
  const { run } = setUp();
  const none = 'animal-store: no API key has this id; animal-store keys list shows them all\nclosed';
  expect([await run('revoke', 'aaaaaaaa'), await run('rotate', 'aaaaaaaa')]).toEqual([none, none]);
  const id = idIn(await run('issue', '--label', 'ci'));
  await run('revoke', id);
  expect(await run('rotate', id)).toBe(
    'animal-store: this API key is revoked or expired; issue a new one instead\nclosed',
  );
  const away = setUp({ list: () => TE.left(repositoryUnavailable('refused')) });
  expect(await away.run('list')).toBe(
    'animal-store: the store is unavailable: refused. A change may have been made: check with keys list, then retry\nclosed',
  );
  const broken = setUp({ list: () => () => Promise.reject(new Error('broken\n  at a line')) });
  expect(await broken.run('list')).toBe('animal-store: this failed unexpectedly: broken\\u000a  at a line\nclosed');
});
