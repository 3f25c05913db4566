import type { ApiKey, ApiKeyRepository } from '@animal-store/access';
import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runHere } from '../../test/start-stop/run-here.ts';
import { keysCommand } from './keys.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A store of keys, whose calls are recorded, and `run`: it runs `animal-store keys …` and returns what that prints. */
const setUp = (changed: Partial<ApiKeyRepository> = {}) => {
  const apiKeys = { ...createMemoryApiKeyRepository(), ...changed };
  const calls: unknown[] = [];
  const command = keysCommand((options) => {
    calls.push(options);
    return TE.right({ apiKeys, close: async () => void calls.push('close') });
  });
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runHere(() => command.run(args));
    return stdout + stderr;
  };
  return { apiKeys, calls, run };
};

const token = /\bask_([a-z2-7]{8})_[a-z2-7]{52}_[0-9a-f]{8}\b/;
const idIn = (printed: string): string => token.exec(printed)?.[1] ?? '';

it('prints a key once, when it is issued', async () => {
  const { run } = setUp();
  const issued = await run('issue', '--label', 'for people', '--expires', '90d');
  const [key = '', id = ''] = token.exec(issued) ?? [];
  const table = `id        label       state   created                   expires                   revoked  lastUsed
${id}  for people  active  1970-01-01T00:00:00.000Z  1970-04-01T00:00:00.000Z  -        -
`;
  expect(issued).toBe(`${table}\n${key}\n\nThis is the key. It is shown only now. Save it.\n`);
  expect(await run('list')).toBe(table);
});

it('issues, rotates, revokes and lists keys as JSON', async () => {
  const { run } = setUp();
  const runForJson = async (...args: readonly string[]) => JSON.parse(await run(...args, '--json'));
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

it('rotates with an overlap of a day', async () => {
  const { run } = setUp();
  const id = idIn(await run('issue', '--label', 'ci'));
  const tomorrow = '1970-01-02T00:00:00.000Z';
  expect(await run('rotate', id)).toContain(`
The old key ${id} is rejected from ${tomorrow} on, by the clock of each machine.
An Idempotency-Key belongs to one API key: finish retries with the old key, or they add a second animal.
`);
  expect(await run('list')).toContain(`${id}  ci     retiring  1970-01-01T00:00:00.000Z  -        ${tomorrow}  -`);
});

it('rotates without an overlap if it is told so', async () => {
  const { run } = setUp();
  const id = idIn(await run('issue', '--label', 'ci'));
  const end = `\nThe old key ${id} is rejected everywhere within 10 seconds.\n`;
  expect(await run('rotate', id, '--now')).toContain(end);
});

it('prints the new key although the old one cannot be revoked, and says what is left to do', async () => {
  const { run } = setUp({ revoke: () => TE.left(repositoryUnavailable(new Error('no primary'))) });
  const id = idIn(await run('issue', '--label', 'ci'));
  const printed = await run('rotate', id);
  expect(printed).toMatch(token);
  expect(printed).toContain(
    `animal-store: the store is unavailable: no primary. The new key is stored, and the old one may still be valid: revoke it with keys revoke ${id}\n`,
  );
});

it.each([
  ['list', 'aaaaaaaa  ci\\u202e\\udb40\\udc41  active'],
  ['list --json', '"label":"ci\\u202e\\udb40\\udc41"'],
])('shows the invisible characters of a stored label as escapes: %s', async (line, shown) => {
  const { run, apiKeys } = setUp();
  const stored = { id: 'aaaaaaaa', label: 'ci\u202e\u{e0041}', digest: 'a'.repeat(64), created: 0 };
  await apiKeys.add(stored as unknown as ApiKey)();
  expect(await run(...line.split(' '))).toContain(shown);
});

it.each(['revoke', 'rotate'])('does not %s a key that does not exist', async (name) => {
  const none = 'animal-store: no API key has this id; animal-store keys list shows them all\n';
  expect(await setUp().run(name, 'aaaaaaaa')).toBe(none);
});

it('does not rotate a revoked key', async () => {
  const { run } = setUp();
  const id = idIn(await run('issue', '--label', 'ci'));
  await run('revoke', id);
  expect(await run('rotate', id)).toBe('animal-store: this API key is revoked or expired; issue a new one instead\n');
});

it.each([
  [
    'is unavailable',
    TE.left(repositoryUnavailable('refused')),
    'the store is unavailable: refused. A change may have been made: check with keys list, then retry',
  ],
  [
    'throws',
    () => Promise.reject(new Error('broken\n  at a line')),
    'this failed unexpectedly: broken\\u000a  at a line',
  ],
])('prints one line if the store %s', async (_, outcome, message) => {
  expect(await setUp({ list: () => outcome }).run('list')).toBe(`animal-store: ${message}\n`);
});

it('lets only issue create the store, and closes it after a success and a failure', async () => {
  const { run, calls } = setUp();
  await run('issue', '--label', 'ci');
  await run('revoke', 'aaaaaaaa');
  expect(calls).toEqual([{ mayCreate: true }, 'close', { mayCreate: false }, 'close']);
});
