import { expect, test } from 'vitest';
import type { Finding, Found, ProbeFile } from './probe-tree.ts';
import { workspacePackages } from './workspace-packages.ts';

interface Probe {
  readonly folder: string;
  readonly imports: string;
}

const libraries = ['@animal-store/testkit', 'koa', 'mongodb', 'pino', 'testcontainers', 'vitest'];
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
  { folder: 'apps/service', imports: '../../../packages/domain/src/pet.ts' },
];

const fileOf = ({ folder, imports }: Probe): string =>
  `${folder}/src/probe-${imports.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`;

const sourceOf = ({ imports }: Probe): string => `export * from '${imports}';\n`;

const asFile = (probe: Probe): ProbeFile => ({ file: fileOf(probe), source: sourceOf(probe) });

export const undeclaredProbes: readonly ProbeFile[] = undeclared.map(asFile);

/** Modules that exist on the disk for the compiler, though they must not be imported. Only the linter refuses them. */
export const reachableProbes: readonly ProbeFile[] = [...forTestsOnly, ...climbing].map(asFile);

const sorted = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.file < b.file ? -1 : 1));

const expected = (probes: readonly Probe[], rule: string, message: (probe: Probe) => string): readonly Finding[] =>
  probes.map((probe) => ({ file: fileOf(probe), rule, message: message(probe) }));

const own = (findings: readonly Finding[]): readonly Finding[] =>
  sorted(findings.filter(({ file }) => [...undeclaredProbes, ...reachableProbes].some((probe) => probe.file === file)));

/** A package can import only its declared dependencies, in any way. */
export const describePackageIsolation = (found: () => Found): void => {
  test('the compiler refuses every package that is not declared, because it is not installed', () => {
    const message = ({ imports }: Probe): string =>
      `Cannot find module '${imports}' or its corresponding type declarations.`;
    expect([undeclared.length > 100, forTestsOnly.length > 10]).toEqual([true, true]);
    expect(own(found().compiled)).toEqual(sorted(expected(undeclared, 'TS2307', message)));
  });

  // The compiler also accepts dependencies of the tests, which are installed for the sources too, and paths to other
  // packages.
  test('the linter refuses those, dependencies of the tests, and paths out of the package', () => {
    const notDeclared = ({ folder, imports }: Probe): string =>
      `Dependency ${imports} isn't specified in ${folder}/package.json.`;
    const outside = 'A relative path does not leave its package: import the other package by its name.';
    expect(own(found().linted)).toEqual(
      sorted([
        ...expected([...undeclared, ...forTestsOnly], 'lint/correctness/noUndeclaredDependencies', notDeclared),
        ...expected(climbing, 'lint/style/noRestrictedImports', () => outside),
      ]),
    );
  });
};
