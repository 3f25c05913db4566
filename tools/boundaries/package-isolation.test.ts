import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbeTree, type Finding, type ProbeTree } from './probe-tree.ts';
import { workspacePackages } from './workspace-packages.ts';

interface Probe {
  readonly folder: string;
  readonly imports: string;
}

const libraries = ['koa', 'mongodb', 'pino', 'testcontainers', 'vitest'];
const importable = [...workspacePackages.map(({ name }) => name), ...libraries];

// Every package tries to import every other one, and some libraries.
const tries: readonly (Probe & { readonly isDeclared: boolean; readonly isForTests: boolean })[] =
  workspacePackages.flatMap(({ folder, name, dependencies, devDependencies }) =>
    importable
      .filter((imports) => imports !== name)
      .map((imports) => ({
        folder,
        imports,
        isDeclared: dependencies.includes(imports),
        isForTests: devDependencies.includes(imports),
      })),
  );
const undeclared: readonly Probe[] = tries.filter(({ isDeclared, isForTests }) => !isDeclared && !isForTests);
const forTestsOnly: readonly Probe[] = tries.filter(({ isDeclared, isForTests }) => !isDeclared && isForTests);

const climbing: readonly Probe[] = [
  { folder: 'packages/adapter-memory', imports: '../../domain/src/pet.ts' },
  { folder: 'packages/adapter-memory', imports: '../../domain/dist/pet.js' },
  { folder: 'packages/adapter-memory', imports: '../../adapter-http-koa/src/index.ts' },
  { folder: 'packages/domain', imports: '../../adapter-memory/src/index.ts' },
  { folder: 'apps/service', imports: '../../../packages/domain/src/pet.ts' },
];

const fileOf = ({ folder, imports }: Probe): string =>
  `${folder}/src/probe-${imports.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`;

const sourceOf = ({ imports }: Probe): string => `export * from '${imports}';\n`;

let tree: ProbeTree;
let untouched: { readonly compiled: readonly Finding[]; readonly linted: readonly Finding[] };
let compiled: readonly Finding[];
let linted: readonly Finding[];

beforeAll(async () => {
  tree = await createProbeTree();
  const compiledUntouched = await tree.compile('-b');
  untouched = { compiled: compiledUntouched, linted: await tree.lint() };
  await Promise.all(undeclared.map((probe) => tree.write(fileOf(probe), sourceOf(probe))));
  compiled = await tree.compile('-b');
  const others = [...forTestsOnly, ...climbing];
  await Promise.all(others.map((probe) => tree.write(fileOf(probe), sourceOf(probe))));
  linted = await tree.lint();
}, 120_000);

afterAll(() => tree.remove());

const sorted = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.file < b.file ? -1 : 1));

const expected = (probes: readonly Probe[], rule: string, message: (probe: Probe) => string): readonly Finding[] =>
  probes.map((probe) => ({ file: fileOf(probe), rule, message: message(probe) }));

test('the workspace passes as it is', () => {
  expect(untouched).toEqual({ compiled: [], linted: [] });
});

test('the probes try what they are there to try', () => {
  const asText = ({ folder, imports }: Probe): string => `${folder} imports ${imports}`;
  expect(undeclared.map(asText)).toEqual(
    expect.arrayContaining([
      'packages/domain imports mongodb',
      'packages/domain imports koa',
      'packages/domain imports @animal-store/adapter-memory',
      'packages/domain imports @animal-store/domain-testkit',
      'packages/adapter-memory imports @animal-store/adapter-http-koa',
      'packages/adapter-mongodb imports @animal-store/adapter-memory',
      'apps/service imports mongodb',
    ]),
  );
  expect(forTestsOnly.map(asText)).toEqual(
    expect.arrayContaining([
      'packages/adapter-http-koa imports @animal-store/adapter-memory',
      'packages/adapter-memory imports @animal-store/domain-testkit',
      'packages/domain imports vitest',
    ]),
  );
});

test('the compiler finds every package that is not declared, because it is not there', () => {
  const message = ({ imports }: Probe): string =>
    `Cannot find module '${imports}' or its corresponding type declarations.`;
  expect(sorted(compiled)).toEqual(sorted(expected(undeclared, 'TS2307', message)));
});

// What is declared for tests stands beside the sources too, and so does a path: the compiler does not mind them.
test('the linter finds those, what is declared for tests only, and paths out of the package', () => {
  const notDeclared = ({ folder, imports }: Probe): string =>
    `Dependency ${imports} isn't specified in ${folder}/package.json.`;
  const outside = 'A relative path does not leave its package: import the other package by its name.';
  expect(sorted(linted)).toEqual(
    sorted([
      ...expected([...undeclared, ...forTestsOnly], 'lint/correctness/noUndeclaredDependencies', notDeclared),
      ...expected(climbing, 'lint/style/noRestrictedImports', () => outside),
    ]),
  );
});
