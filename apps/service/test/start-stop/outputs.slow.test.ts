import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, runKeys, runToEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder(afterAll);
const env = { PORT: '0', ADMIN_PORT: '0', SQLITE_FILE: join(folder, 'animals.db') };
beforeAll(async () => {
  writeFileSync(join(folder, 'a'), '{"id":1,"name":"Rex","categoryId":1}\n');
  const { code } = await runToEnd({ args: ['import', '--keep-ids', join(folder, 'a')], env });
  expect(code).toBe(0);
}, 60_000);

const program = ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')];

/** A device on which each write fails, as on a full disk. */
const full = (): number => {
  const descriptor = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
};

/** The end of a pipe whose reader has closed the other end. */
const unread = (): number => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(pipe, 'w');
  closeSync(reader);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
};

/** The arguments of a command. Those with a slash become paths in the folder of the tests, and `<id>` the id of a new key. */
const argsOf = async (command: string): Promise<readonly string[]> => {
  const id = command.includes('<id>') ? (await issueKey({ SQLITE_FILE: env.SQLITE_FILE })).id : '';
  return command.split(' ').map((arg) => (arg.startsWith('/') ? join(folder, arg) : arg.replace('<id>', id)));
};

type Output = 'closed' | 'full' | 'unread';

/** Runs a command whose standard output cannot be written. Returns its exit code and its messages. */
const runWithout = async (output: Output, command: string): Promise<string> => {
  const args = await argsOf(command);
  if (output !== 'closed') {
    const { code, stderr } = await runToEnd({ args, env, stdout: output === 'full' ? full() : unread() });
    return `${code} ${stderr}`;
  }
  const closing = ['-c', 'exec "$@" >&-', 'sh', process.execPath, ...program, ...args];
  const { status, stderr } = spawnSync('sh', closing, { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
  return `${status} ${stderr}`;
};

const whys = { full: 'ENOSPC: no space left on device, write', unread: 'write EPIPE' } as const;
const unprinted = 'standard output cannot be written: <why>';
const lostKey = `${unprinted}; the new key <id> exists and was not shown: revoke it with animal-store keys revoke <id>`;

// What these are for is on standard output.
const useless: readonly (readonly [line: string, message: string])[] = [
  ['--help', unprinted],
  ['--version', unprinted],
  ['openapi', unprinted],
  ['export', 'not all animals were exported: <why>'],
  ['keys list', unprinted],
  ['keys issue --label x', lostKey],
  ['keys rotate <id>', lostKey],
];
// These have done something, which their exit code tells, so a program may discard what they print.
const useful: readonly (readonly [line: string, message: string])[] = [
  ['serve --check', unprinted],
  ['import /a --run x', unprinted],
  ['export /out --overwrite', unprinted],
  ['backup /copy --overwrite', unprinted],
  ['skip-ids', unprinted],
  ['keys revoke <id>', unprinted],
];

describe('A command whose standard output cannot be written fails with one sentence', () => {
  const expectMessage = async (output: keyof typeof whys, line: string, message: string): Promise<void> => {
    const said = (await runWithout(output, line)).replace(/[a-z2-7]{8}(?= exists|\n)/g, '<id>');
    expect(said).toBe(`1 animal-store: ${message.replace('<why>', whys[output])}\n`);
  };

  it.each([...useless, ...useful])('%s, on a full disk', (line, message) => expectMessage('full', line, message));

  it.each(useless.slice(3))('%s, if its reader has ended', (line, message) => expectMessage('unread', line, message));
});

describe('On a closed standard output', () => {
  it.each(useless)('%s fails', async (line) => {
    const closed = '1 animal-store: standard output is closed, and this command would print there: open it\n';
    expect(await runWithout('closed', line)).toBe(closed);
  });

  it('keys issue makes no key', async () => {
    const listKeys = (): Promise<unknown> => runKeys(env, 'list');
    const before = await listKeys();
    await runWithout('closed', 'keys issue --label x');
    expect(await listKeys()).toEqual(before);
  });

  it.each(useful)('%s succeeds', async (line) => {
    expect(await runWithout('closed', line)).toBe('0 ');
  });
});

describe('A command whose messages cannot be written', () => {
  it.each([
    ['none', 2],
    ['keys revoke aaaaaaaa', 1],
    ['import /c --run x', 1],
  ])('ends as without that: %s', async (command, code) => {
    writeFileSync(join(folder, 'c'), '{}\n');
    for (const stderr of [full(), unread()])
      expect((await runToEnd({ args: await argsOf(command), env, stderr })).code).toBe(code);
  });
});
