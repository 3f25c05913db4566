import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from './probe-tree.ts';

const addresses = /\b(?:tarball|resolved|registry)\b.*|https?:\/\/\S+/g;

test.each(globSync('{.,tools/*}/pnpm-lock.yaml', { cwd: projectFolder }))(
  '%s names versions and checksums, and no registry',
  (path) => {
    const lockfile = readFileSync(join(projectFolder, path), 'utf8');
    expect(lockfile).toContain('integrity: sha512-');
    expect(lockfile.match(addresses)).toBeNull();
  },
);
