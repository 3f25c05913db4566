import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { readPublicSurface } from './public-surface.ts';
import type { PublishablePackage } from './publishable-packages.ts';

/** The path of a package's reviewed report. */
export const reportFile = ({ shortName }: PublishablePackage): string =>
  join(projectFolder, 'docs/surface', `${shortName}.md`);

/** The report of a package's public declarations, from its compiled output. */
export const reportOf = ({ folder }: PublishablePackage): string => {
  const scratch = mkdtempSync(join(tmpdir(), 'animal-store-surface-'));
  try {
    const { report } = readPublicSurface(join(projectFolder, folder), scratch);
    return report;
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
