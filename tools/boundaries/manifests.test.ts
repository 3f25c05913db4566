import { describe, expect, test } from 'vitest';
import { builtFolders, type WorkspacePackage, workspacePackages } from './workspace-packages.ts';

const scope = '@animal-store/';

/** The packages of this workspace that each package runs with: the arrows of the architecture. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  service: ['adapter-http-koa', 'adapter-memory', 'adapter-mongodb', 'adapter-sqlite', 'domain'],
  'adapter-http-koa': ['domain'],
  'adapter-memory': ['domain'],
  'adapter-mongodb': ['domain'],
  'adapter-sqlite': ['domain'],
  client: [],
  domain: [],
  'domain-testkit': ['domain'],
  'mongodb-testkit': ['needs-testkit'],
  'needs-testkit': [],
  'openapi-testkit': [],
};

const shortName = ({ name }: WorkspacePackage): string => name.slice(scope.length);

const ownDependencies = ({ dependencies }: WorkspacePackage): readonly string[] =>
  dependencies.filter((name) => name.startsWith(scope)).map((name) => name.slice(scope.length));

const isAdapter = (name: string): boolean => name.startsWith('adapter-');

test('each package depends on exactly these packages of the workspace', () => {
  expect(Object.fromEntries(workspacePackages.map((each) => [shortName(each), ownDependencies(each)]))).toEqual(arrows);
});

test('the domain runs with fp-ts and io-ts and nothing else', () => {
  const domain = workspacePackages.find((each) => shortName(each) === 'domain');
  expect(domain?.dependencies).toEqual(['fp-ts', 'io-ts']);
});

test('only the service knows more than one adapter, and no adapter knows another', () => {
  const knowsAdapters = (each: WorkspacePackage): boolean => ownDependencies(each).some(isAdapter);
  expect(workspacePackages.filter(knowsAdapters).map(shortName)).toEqual(['service']);
});

describe.each(workspacePackages)('$name', (each) => {
  test('refers the compiler to the packages that it depends on, and to no other', () => {
    const folders = ownDependencies(each).map((name) => `packages/${name}`);
    expect(each.references.toSorted()).toEqual(folders.toSorted());
  });

  test('opens only its front door', () => {
    expect(Object.keys(each.exports)).toEqual(each.folder.startsWith('apps/') ? [] : ['.']);
  });
});

test('the build knows every package', () => {
  expect(builtFolders.toSorted()).toEqual(workspacePackages.map(({ folder }) => folder).toSorted());
});
