import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, runKeys, runToEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

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

/** Runs a command with this standard output. Returns its exit code and its messages, in which `<id>` is the id of a key. */
const runInto = async (stdout: number, command: string): Promise<string> => {
  const { code, stderr } = await runToEnd({ args: await argsOf(command), env, stdout });
  return `${code} ${stderr}`.replace(/[a-z2-7]{8}(?= exists|\n)/g, '<id>');
};

/** Runs a command on a closed standard output. Returns its exit code and its messages. */
const runClosed = async (command: string): Promise<string> => {
  const closing = ['-c', 'exec "$@" >&-', 'sh', process.execPath, ...program, ...(await argsOf(command))];
  const { status, stderr } = spawnSync('sh', closing, { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
  return `${status} ${stderr}`;
};

const unprinted = 'standard output cannot be written: <why>';
const lostKey = `${unprinted}; the new key <id> exists and was not shown: revoke it with animal-store keys revoke <id>`;

// Commands that are useless without their standard output.
const useless: readonly (readonly [line: string, message: string])[] = [
  ['--help', unprinted],
  ['--version', unprinted],
  ['openapi', unprinted],
  ['export', 'not all animals were exported: <why>'],
  ['keys list', unprinted],
  ['keys issue --label x', lostKey],
  ['keys rotate <id>', lostKey],
];
// Commands that have done something, which their exit code tells, so a program may discard what they print.
const useful: readonly (readonly [line: string, message: string])[] = [
  ['serve --check', unprinted],
  ['import /a --run x', unprinted],
  ['export /out --overwrite', unprinted],
  ['backup /copy --overwrite', unprinted],
  ['skip-ids', unprinted],
  ['keys revoke <id>', unprinted],
];

const all = [...useless, ...useful];

it('Each command of the help has its line here', async () => {
  const { stdout } = await runToEnd({ args: ['--help'], env });
  const named = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  expect(all.map(([line]) => line.split(' ')[0])).toEqual(expect.arrayContaining(named));
});

const sentence = (message: string, why: string): string => `1 animal-store: ${message.replace('<why>', why)}\n`;

it.each(all)('%s fails with one sentence on a full disk', async (line, message) => {
  expect(await runInto(full(), line)).toBe(sentence(message, 'ENOSPC: no space left on device, write'));
});

it.each(useless.slice(3))('%s fails with one sentence if its reader has ended', async (line, message) => {
  expect(await runInto(unread(), line)).toBe(sentence(message, 'write EPIPE'));
});

it.each(useless)('%s fails with one sentence on a closed standard output', async (line) => {
  const closed = '1 animal-store: standard output is closed, and this command would print there: open it\n';
  expect(await runClosed(line)).toBe(closed);
});

it('keys issue makes no key on a closed standard output', async () => {
  const listKeys = (): Promise<unknown> => runKeys(env, 'list');
  const before = await listKeys();
  await runClosed('keys issue --label x');
  expect(await listKeys()).toEqual(before);
});

it.each(useful)('%s succeeds on a closed standard output', async (line) => {
  expect(await runClosed(line)).toBe('0 ');
});

it.each([
  ['none', 2],
  ['keys revoke aaaaaaaa', 1],
  ['import /c --run x', 1],
])('%s ends with %i although its messages cannot be written', async (command, code) => {
  writeFileSync(join(folder, 'c'), '{}\n');
  for (const stderr of [full(), unread()])
    expect((await runToEnd({ args: await argsOf(command), env, stderr })).code).toBe(code);
});
