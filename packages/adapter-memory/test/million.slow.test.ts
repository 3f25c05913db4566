import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('add-a-million.ts', import.meta.url));

it('keeps 1,000,000 animals in a heap of 300 MB', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=300',
    '--conditions=@animal-store/source',
    script,
  ]);
  expect(stdout).toBe('999994 sold, 999998 sold');
});
