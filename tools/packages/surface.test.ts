import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages, type WorkspacePackage } from '../boundaries/workspace-packages.ts';
import { readPublicSurface } from './public-surface.ts';

const reviewed = join(projectFolder, 'tools/packages/surface.md');

/** The report of a package's public declarations, from its compiled output. */
const reportOf = ({ folder, manifest: { name } }: WorkspacePackage): string => {
  expect(existsSync(join(projectFolder, folder, 'dist/index.d.ts')), 'run `pnpm run build` first').toBe(true);
  const { report } = readPublicSurface(join(projectFolder, folder), temporaryFolder());
  const [declarations = ''] = /^```ts\n[\s\S]*?^```\n/m.exec(report) ?? [];
  return `## ${name}\n\n${declarations}`;
};

test('the packages declare what was reviewed (to change that, see CONTRIBUTING)', async () => {
  const head =
    '# The exports of the packages\n\nA test writes this file by [API Extractor](https://api-extractor.com/).';
  await expect([head, ...publishablePackages.map(reportOf)].join('\n\n')).toMatchFileSnapshot(reviewed);
}, 300_000);
