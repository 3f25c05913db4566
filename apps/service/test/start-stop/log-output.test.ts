import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { runService, waitFor, waitForEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished, vi } from 'vitest';

/** Reads what is in a pipe now. */
const readPipe = (descriptor: number): string => {
  const bytes = Buffer.alloc(1024 * 1024);
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } catch {
    // It is empty.
    return '';
  }
};

it('logs on when the reader of its pipe is restarted, also what was logged meanwhile', async () => {
  const pipe = join(temporaryFolder(), 'log');
  execFileSync('mkfifo', [pipe]);
  const openReader = (): number => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = openReader();
  const stdout = openSync(pipe, 'w');
  const service = runService({ args: ['serve'], env: { PORT: '0', ADMIN_PORT: '0' }, stdout });
  onTestFinished(() => void service.kill('SIGKILL'));
  closeSync(stdout);
  const origin = await waitFor(
    service,
    () => /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(service.stderr())?.[0],
    'The address',
  );
  closeSync(first);
  // More than are kept before a write, which finds no reader.
  const requests = 100;
  for (let count = 0; count < requests; count++) await fetch(origin);
  const second = openReader();
  onTestFinished(() => closeSync(second));
  let log = '';
  const countLines = (): number => {
    log += readPipe(second);
    return log.match(/"msg":"request"/g)?.length ?? 0;
  };
  await vi.waitFor(() => expect(countLines()).toBe(requests), 10_000);
  await fetch(origin);
  await vi.waitFor(() => expect(countLines()).toBe(requests + 1), 10_000);
});

const servesAndEnds = async (stdout: number, requests: number): Promise<void> => {
  const unread = runService({ args: ['serve'], env: { PORT: '0', ADMIN_PORT: '0' }, stdout });
  closeSync(stdout);
  try {
    const shown = () => /http:\/\/127\.0\.0\.1:[1-9][0-9]*/.exec(unread.stderr())?.[0];
    const origin = await waitFor(unread, shown, 'The address on standard error');
    for (let count = 0; count < requests; count++) expect((await fetch(origin)).status).toBe(404);
    unread.kill('SIGTERM');
    expect(await waitForEnd(unread, 5_000)).toEqual({ code: 0, signal: null });
  } finally {
    unread.kill('SIGKILL');
  }
};

// A device on which every write fails, as on a full disk; a hundred lines are more than are kept before a write.
it.runIf(existsSync('/dev/full'))('serves and ends though its log cannot be written', async () => {
  await servesAndEnds(openSync('/dev/full', 'w'), 100);
});

it.runIf(existsSync('/dev/full'))('ends at once on a second signal though its log cannot be written', async () => {
  const stdout = openSync('/dev/full', 'w');
  const env = { PORT: '0', ADMIN_PORT: '0', SHUTDOWN_DELAY_MS: '60000' };
  const service = runService({ args: ['serve'], env, stdout });
  onTestFinished(() => void service.kill('SIGKILL'));
  closeSync(stdout);
  await waitFor(service, () => (service.stderr().includes('Ctrl-C') ? true : undefined), 'The banner');
  service.kill('SIGTERM');
  // What comes within 0.1 s is the same signal.
  const again = setInterval(() => service.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await waitForEnd(service, 5_000)).toEqual({ code: 130, signal: null });
});

it('serves and ends though the reader of its log has gone', async () => {
  const pipe = join(temporaryFolder(), 'log');
  execFileSync('mkfifo', [pipe]);
  // It is open for reading as well, so it is there, and full after 64 KiB.
  await servesAndEnds(openSync(pipe, 'r+'), 600);
});
