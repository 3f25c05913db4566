import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from './probe-tree.ts';
import { builtFolders, readPackage, type WorkspacePackage, workspacePackages } from './workspace-packages.ts';

const scope = '@animal-store/';

/** The packages of this workspace that each package depends on: the arrows of docs/pictures/hexagon.svg. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  service: [
    ...'access adapter-http-koa adapter-memory adapter-mongodb adapter-node adapter-postgres adapter-sqlite domain'.split(
      ' ',
    ),
  ],
  access: ['domain'],
  'adapter-http-koa': ['access', 'domain'],
  'adapter-memory': ['access', 'domain'],
  'adapter-mongodb': ['access', 'domain'],
  'adapter-node': ['access'],
  'adapter-postgres': ['access', 'domain'],
  'adapter-sqlite': ['access', 'domain'],
  client: [],
  domain: [],
  'domain-testkit': ['access', 'domain'],
};

const shortName = ({ name }: WorkspacePackage): string => name.slice(scope.length);

const ownDependencies = ({ dependencies }: WorkspacePackage): readonly string[] =>
  dependencies.filter((name) => name.startsWith(scope)).map((name) => name.slice(scope.length));

test('each package depends on exactly these packages of the workspace', () => {
  expect(Object.fromEntries(workspacePackages.map((each) => [shortName(each), ownDependencies(each)]))).toEqual(arrows);
});

test.each([
  ['client', []],
  ['domain', ['fp-ts', 'io-ts']],
  ['access', ['@animal-store/domain', 'fp-ts', 'io-ts']],
])('%s has exactly these dependencies', (name, dependencies) => {
  expect(workspacePackages.find((each) => shortName(each) === name)?.dependencies).toEqual(dependencies);
});

describe.each(workspacePackages)('$name', (each) => {
  test('refers the compiler to exactly the packages that it depends on', () => {
    const folders = ownDependencies(each).map((name) => `packages/${name}`);
    expect(each.references.toSorted()).toEqual(folders.toSorted());
  });

  test('has only its main export', () => {
    expect(Object.keys(each.exports)).toEqual(each.folder.startsWith('apps/') ? [] : ['.']);
  });
});

test('exactly the publishable packages are in packages', () => {
  const installable = workspacePackages.filter(({ isPrivate }) => !isPrivate);
  expect(installable).toEqual(workspacePackages.filter(({ folder }) => folder.startsWith('packages/')));
});

test('the testkit depends on no package of the workspace, so that each of them may use it', () => {
  const { name, devDependencies } = readPackage('tools/testkit');
  expect(name).toBe('@animal-store/testkit');
  expect(devDependencies.filter((each) => each.startsWith(scope))).toEqual([]);
});

test('the picture of README has every package', () => {
  const picture = readFileSync(join(projectFolder, 'docs/pictures/hexagon.svg'), 'utf8');
  expect(picture.match(/(?<=class="name"[^>]*>)[^<]*/g)?.toSorted()).toEqual(Object.keys(arrows).toSorted());
});

test('the build includes every package', () => {
  expect(builtFolders.toSorted()).toEqual(workspacePackages.map(({ folder }) => folder).toSorted());
});
