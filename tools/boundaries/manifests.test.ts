import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from './probe-tree.ts';
import { builtFolders, ownAmong, publishablePackages, readPackage, workspacePackages } from './workspace-packages.ts';

/** The packages of this workspace that each package depends on: the arrows of docs/pictures/hexagon.svg. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  service: [
    ...['access', 'adapter-http-koa', 'adapter-memory', 'adapter-mongodb', 'adapter-postgres'],
    ...['adapter-sqlite', 'domain'],
  ],
  access: ['domain'],
  'adapter-http-koa': ['access', 'domain'],
  'adapter-memory': ['access', 'domain'],
  'adapter-mongodb': ['access', 'domain'],
  'adapter-postgres': ['access', 'domain'],
  'adapter-sqlite': ['access', 'domain'],
  client: [],
  domain: [],
  'domain-testkit': ['access', 'domain'],
};

test('each package depends on exactly these packages of the workspace', () => {
  const found = workspacePackages.map(({ shortName, dependencies }) => [shortName, ownAmong(dependencies)]);
  expect(Object.fromEntries(found)).toEqual(arrows);
});

test('the picture of README has every package', () => {
  const picture = readFileSync(join(projectFolder, 'docs/pictures/hexagon.svg'), 'utf8');
  expect(picture.match(/(?<=class="name"[^>]*>)[^<]*/g)?.toSorted()).toEqual(Object.keys(arrows).toSorted());
});

test.each([
  ['client', []],
  ['domain', ['fp-ts', 'io-ts']],
  ['access', ['@animal-store/domain', 'fp-ts', 'io-ts']],
])('%s has exactly these dependencies', (name, dependencies) => {
  expect(workspacePackages.find(({ shortName }) => shortName === name)?.dependencies).toEqual(dependencies);
});

describe.each(workspacePackages)('$shortName', ({ folder, manifest, dependencies, references }) => {
  test('refers the compiler to exactly the packages that it depends on', () => {
    expect(references.toSorted()).toEqual(ownAmong(dependencies).map((name) => `packages/${name}`));
  });

  test('has only its main export, and access one for Node.js', () => {
    const own = folder === 'packages/access' ? ['.', './node'] : ['.'];
    expect(Object.keys(manifest.exports ?? {})).toEqual(folder.startsWith('apps/') ? [] : own);
  });
});

test('exactly the publishable packages are in packages', () => {
  expect(publishablePackages).toEqual(workspacePackages.filter(({ folder }) => folder.startsWith('packages/')));
});

test('the testkit depends on no package of the workspace, so that each of them may use it', () => {
  const { shortName, manifest } = readPackage('tools/testkit');
  expect(shortName).toBe('testkit');
  expect(ownAmong(Object.keys(manifest.devDependencies ?? {}))).toEqual([]);
});

test('the build includes every package', () => {
  expect(builtFolders.toSorted()).toEqual(workspacePackages.map(({ folder }) => folder).toSorted());
});
