import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { readPackage } from '../boundaries/workspace-packages.ts';
import { findProductionPackages } from './production-packages.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}

const packages = findProductionPackages();

/** Licences that ask for their own text and no more. */
const allowed: ReadonlySet<string> = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

test('every package that ships has a licence that allows it', () => {
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fp-ts', 'koa', 'mongodb', 'pino']));
  expect(packages.filter(({ licence }) => !allowed.has(licence))).toEqual([]);
});

const own = readPackage('apps/service').dependencies.filter((name) => name.startsWith('@animal-store/'));
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7);
const { stdout: text } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
  cwd: projectFolder,
  maxBuffer: 16 * 1024 * 1024,
});

test('the bill of materials follows the schema of CycloneDX', async () => {
  expect(await validator.validate(text)).toBeNull();
});

test('it lists exactly what ships', () => {
  const { metadata, components } = JSON.parse(text) as {
    readonly metadata: { readonly component: Component };
    readonly components: readonly Component[];
  };
  const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);
  const listed = components.map((component) => `${nameOf(component)}@${component.version}`);
  const others = packages.map(({ name, version }) => `${name}@${version}`);
  expect(nameOf(metadata.component)).toBe('@animal-store/service');
  expect(listed.toSorted()).toEqual([...own.map((name) => `${name}@1.0.0`), ...others].toSorted());
});
