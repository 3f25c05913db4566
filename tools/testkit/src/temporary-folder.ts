import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed after the test; `afterAll` removes it after the tests of a group or a file. */
export const temporaryFolder = (atEnd: (remove: () => void) => void = onTestFinished): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'animal-store-')));
  atEnd(() => rmSync(folder, { recursive: true, maxRetries: 3 }));
  return folder;
};
