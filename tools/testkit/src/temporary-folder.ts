import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './at-end.ts';

/** Makes a folder that is removed after the test; `afterAll` removes it after those of a group, but not in a hook. */
export const temporaryFolder = (atEnd: AtEnd = onTestFinished): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'animal-store-')));
  atEnd(() => rmSync(folder, { recursive: true, maxRetries: 3 }));
  return folder;
};
