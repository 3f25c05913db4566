import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from './probe-tree.ts';

const lockfile = readFileSync(join(projectFolder, 'pnpm-lock.yaml'), 'utf8');
const addresses = /\b(?:tarball|resolved|registry)\b.*|https?:\/\/\S+/g;

test('the lockfile names versions and checksums, and no registry', () => {
  expect(lockfile).toContain('integrity: sha512-');
  expect(lockfile.match(addresses)).toBeNull();
});

test('an address would be seen', () => {
  const line = '    resolution: {integrity: sha512-a==, tarball: https://registry.example/koa/-/koa-3.3.0.tgz}';
  expect(line.match(addresses)).toEqual(['tarball: https://registry.example/koa/-/koa-3.3.0.tgz}']);
});
