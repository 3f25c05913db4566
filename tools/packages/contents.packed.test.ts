import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { describe, expect, inject, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { type Manifest, publishablePackages } from '../boundaries/workspace-packages.ts';
import { repository } from './consumer.ts';

const { folder: consumer, tarballs } = inject('consumer');

const swaggerUi = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'];

/** Files in addition to the compiled sources, which only one package has. */
const extra: Readonly<Record<string, readonly string[]>> = {
  'adapter-http-koa': [
    ...globSync('page/*', { cwd: join(projectFolder, 'packages/adapter-http-koa') }),
    ...swaggerUi.map((name) => `dist/swagger-ui/${name}`),
  ],
};

const compiled = (folder: string): readonly string[] =>
  globSync('**/*.ts', { cwd: join(projectFolder, folder, 'src') })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => `dist/${name.replace(/\.ts$/, '.js')}`);

/** The packages that are installed with a package: its dependencies, and theirs in turn. */
const peersOf = (name: string): readonly string[] => {
  const found = publishablePackages.find(({ manifest }) => manifest.name === name);
  const peers = Object.keys(found?.manifest.peerDependencies ?? {});
  return [...new Set([...peers, ...peers.flatMap(peersOf)])];
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();

describe.each(publishablePackages)('$manifest.name', ({ shortName, folder, manifest }) => {
  const installed = join(consumer, 'node_modules', manifest.name);
  const read = (file: string): string => readFileSync(join(installed, file), 'utf8');
  const tarball = (): Uint8Array => readFileSync(tarballs[shortName] ?? '');

  test('contains exactly the compiled sources, one file of declarations, its licence, README and changelog', () => {
    const fixed = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'dist/index.d.ts'];
    const built = compiled(folder).flatMap((file) => [file, `${file}.map`]);
    expect(filesIn(installed)).toEqual([...fixed, ...built, ...(extra[shortName] ?? [])].toSorted());
  });

  test('has its version as the newest in its changelog', () => {
    expect(/^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(manifest.version);
  });

  test('contains the sources in its source maps', () => {
    const maps = filesIn(installed).filter((file) => file.endsWith('.js.map'));
    const incomplete = maps.filter((file) => {
      const { sources, sourcesContent = [] } = JSON.parse(read(file));
      return (
        sourcesContent.length !== sources.length || sourcesContent.some((text: unknown) => typeof text !== 'string')
      );
    });
    expect(incomplete).toEqual([]);
  });

  test('names its repository, and nothing of this workspace', () => {
    const packed: Manifest & Readonly<Record<string, unknown>> = JSON.parse(read('package.json'));
    expect(packed['repository']).toEqual({ type: 'git', url: `git+${repository}.git`, directory: folder });
    expect(packed.exports).toEqual(manifest.publishConfig.exports);
    expect(packed.exports).toEqual({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } });
    expect(packed.scripts ?? {}).toEqual({});
    expect(JSON.stringify(packed)).not.toMatch(/workspace:|catalog:|@animal-store\/source/);
  });

  test('has peer dependencies on the packages whose types it shares with its users', () => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(read('package.json')) as Manifest;
    const isShared = (name: string): boolean => /^(@animal-store\/.*|fp-ts|io-ts|fast-check)$/.test(name);
    expect(Object.keys(dependencies).filter(isShared)).toEqual([]);
    expect(Object.keys(peerDependencies).filter((name) => !isShared(name))).toEqual([]);
    expect(Object.values(peerDependencies).filter((range) => !range.startsWith('^'))).toEqual([]);
  });

  test('satisfies publint', async () => {
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball()).buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('has the types of its dependencies', async () => {
    const { problems = [] } = (await checkPackage(createPackageFromTarballData(tarball()))) as {
      readonly problems?: readonly { readonly kind: string; readonly resolutionKind: string }[];
    };
    // Node.js 10 does not support `exports`. CommonJS needs require(esm), which `engines` requires and older compilers
    // do not support.
    expect(problems.map(({ resolutionKind, kind }) => `${resolutionKind} ${kind}`)).toEqual([
      'node10 NoResolution',
      'node16-cjs CJSResolvesToESM',
    ]);
  });

  test('has a README that says how to install it, and where it runs', () => {
    const readme = read('README.md').replaceAll(/\s+/g, ' ');
    const install = /npm install (?:--save-dev )?([^`]*)/.exec(read('README.md'))?.[1]?.trim().split(/\s+/) ?? [];
    expect(install.toSorted()).toEqual([manifest.name, ...peersOf(manifest.name)].toSorted());
    expect(readme).toContain(`Node.js \`${manifest.engines.node}\``);
    // Anyone may register a name that is not published. This goes with the first version.
    expect(readme).toContain('Not published yet: [install from a clone](');
  });
});

test('installing them runs no script of any package', () => {
  const scripts = new Map<string, Readonly<Record<string, string>>>();
  const visit = (name: string): void => {
    if (scripts.has(name)) return;
    const manifest = JSON.parse(readFileSync(join(consumer, 'node_modules', name, 'package.json'), 'utf8'));
    scripts.set(name, manifest.scripts ?? {});
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(dependency);
  };
  for (const { manifest } of publishablePackages) visit(manifest.name);
  const runs = [...scripts].filter(([, own]) => own['preinstall'] ?? own['install'] ?? own['postinstall']);
  expect(scripts.size).toBeGreaterThan(50);
  expect(runs).toEqual([]);
});
