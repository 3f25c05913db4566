import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { runService, waitFor, waitForEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

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
it.runIf(existsSync('/dev/full'))('is no reason to end, or not to, when it cannot be written', async () => {
  await servesAndEnds(openSync('/dev/full', 'w'), 100);
});

it('does not delay the end when its reader has gone', async () => {
  const pipe = join(temporaryFolder(), 'log');
  execFileSync('mkfifo', [pipe]);
  // It is open for reading as well, so it is there, and full after 64 KiB.
  await servesAndEnds(openSync(pipe, 'r+'), 600);
});
