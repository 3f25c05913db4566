import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages } from './publishable-packages.ts';
import { reportFile, reportOf } from './surface-reports.ts';

describe.each(publishablePackages)('$manifest.name', (each) => {
  test('declares what was reviewed (to change that, see CONTRIBUTING)', async () => {
    expect(existsSync(join(projectFolder, each.folder, 'dist/index.d.ts')), 'run `pnpm run build` first').toBe(true);
    await expect(reportOf(each)).toMatchFileSnapshot(reportFile(each));
  }, 120_000);
});
