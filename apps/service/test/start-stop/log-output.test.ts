import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { runService, waitFor, waitForEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished, vi } from 'vitest';

const makePipe = (): string => {
  const pipe = join(temporaryFolder(), 'log');
  execFileSync('mkfifo', [pipe]);
  return pipe;
};

/** Starts the service with a file or a pipe as its standard output. */
const startInto = async (stdout: number, env: Readonly<Record<string, string>> = {}) => {
  const service = runService({ args: ['serve'], env: { PORT: '0', ADMIN_PORT: '0', ...env }, stdout });
  onTestFinished(() => void service.kill('SIGKILL'));
  closeSync(stdout);
  const shown = () => /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(service.stderr())?.[0];
  const origin = await waitFor(service, shown, 'The address on standard error');
  const request = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent++) expect((await fetch(origin)).status).toBe(404);
  };
  return { service, request };
};

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
  const pipe = makePipe();
  const openReader = (): number => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = openReader();
  const { request } = await startInto(openSync(pipe, 'w'));
  closeSync(first);
  // More than are kept before a write, which finds no reader.
  await request(100);
  const second = openReader();
  onTestFinished(() => closeSync(second));
  let log = '';
  const countLines = (): number => {
    log += readPipe(second);
    return log.match(/"msg":"request"/g)?.length ?? 0;
  };
  await vi.waitFor(() => expect(countLines()).toBe(100), 10_000);
  await request(1);
  await vi.waitFor(() => expect(countLines()).toBe(101), 10_000);
});

it.runIf(existsSync('/dev/full')).each<readonly [what: string, open: () => number, requests: number]>([
  // A device on which every write fails, as on a full disk. A hundred lines are more than are kept before a write.
  ['cannot be written', () => openSync('/dev/full', 'w'), 100],
  // A pipe that is open for reading as well, so it exists, and full after 64 KiB.
  ['is not read', () => openSync(makePipe(), 'r+'), 600],
])('serves and ends though its log %s', async (_, open, requests) => {
  const { service, request } = await startInto(open());
  await request(requests);
  service.kill('SIGTERM');
  expect(await waitForEnd(service, 5_000)).toEqual({ code: 0, signal: null });
});

it.runIf(existsSync('/dev/full'))('ends at once on a second signal though its log cannot be written', async () => {
  const { service } = await startInto(openSync('/dev/full', 'w'), { SHUTDOWN_DELAY_MS: '60000' });
  await waitFor(service, () => (service.stderr().includes('Ctrl-C') ? true : undefined), 'The banner');
  service.kill('SIGTERM');
  // What comes within 0.1 s is the same signal.
  const again = setInterval(() => service.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await waitForEnd(service, 5_000)).toEqual({ code: 130, signal: null });
});
