import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { readPackage } from '../boundaries/workspace-packages.ts';
import { findProductionPackages } from './production-packages.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}

const own = readPackage('apps/service').dependencies.filter((name) => name.startsWith('@animal-store/'));
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7);
let text = '';

beforeAll(async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: projectFolder,
    maxBuffer: 16 * 1024 * 1024,
  });
  text = stdout;
}, 60_000);

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
  const others = findProductionPackages().map(({ name, version }) => `${name}@${version}`);
  expect(nameOf(metadata.component)).toBe('@animal-store/service');
  expect(listed.toSorted()).toEqual([...own.map((name) => `${name}@1.0.0`), ...others].toSorted());
});
