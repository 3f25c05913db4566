import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '@animal-store/testkit/run-program';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { programs } from './document-programs.ts';
import { nodes, packages } from './published.ts';

const { consumer, packed, nodeFolders, env } = inject('published');
const entries = packages.flatMap((each) => each.entries);
const done = { code: 0, output: '' };

const node = (args: readonly string[], version = '24') => run([`${nodeFolders[version]}/node`, ...args], consumer, env);

beforeAll(() => {
  for (const { file, code } of programs) writeFileSync(join(consumer, file), code);
  const all = entries.map((entry, n) => `export * as p${n} from '${entry}';\n`).join('');
  for (const file of ['every-package.ts', 'every-package.cts']) writeFileSync(join(consumer, file), all);
});

describe.each(packages)('$name', ({ path, name, entries: own }) => {
  const tarball = () => new Uint8Array(readFileSync(join(packed, `animal-store-${basename(path)}-1.0.0.tgz`)));
  const installed = join(consumer, 'node_modules', name);

  test('satisfies publint', async () => {
    expect((await publint({ pack: { tarball: tarball().buffer }, strict: true })).messages).toEqual([]);
  });

  test('has the types of what it exports', async () => {
    const { problems = [] } = (await checkPackage(createPackageFromTarballData(tarball()))) as {
      readonly problems?: readonly { readonly kind: string; readonly resolutionKind: string }[];
    };
    // `node10` does not support `exports`. CommonJS needs require(esm), which `engines` requires and older compilers do not know.
    const known = ['node10 NoResolution', 'node16-cjs CJSResolvesToESM'];
    expect(problems.map(({ resolutionKind, kind }) => `${resolutionKind} ${kind}`).toSorted()).toEqual(
      own.flatMap(() => known).toSorted(),
    );
  });

  test('names its repository, also in the links of its README, and ships its licence and its changelog', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      author: 'The Animal Store Service authors',
      bugs: 'https://git.animals.example/animals/animal-store/issues',
      homepage: 'https://git.animals.example/animals/animal-store#readme',
      repository: { type: 'git', url: 'git+https://git.animals.example/animals/animal-store.git', directory: path },
    });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(readFileSync(join(installed, 'README.md'), 'utf8').match(/\]\((?!https:|#)/)).toBeNull();
    expect(['LICENSE', 'CHANGELOG.md', 'README.md'].filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  });
});

describe('types of every package, and of the programs in READMEs and guides', () => {
  test.each([
    ['5.4', { module: 'nodenext', skipLibCheck: true }, 'every-package.ts'],
    ['7.0', { module: 'nodenext' }, 'every-package.ts'],
    ['7.0', { module: 'esnext', moduleResolution: 'bundler' }, 'every-package.ts'],
    ['5.8', { module: 'nodenext', skipLibCheck: true }, 'every-package.cts'],
  ])('TypeScript %s, %o: %s', async (compiler, options, file) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const compilerOptions = { target: 'es2022', types: ['node'], noEmit: true, ...strict, ...options };
    const config = `tsconfig.${compiler}-${Object.values(options).join('-')}-${file}.json`;
    const files = file.endsWith('.cts') ? [file] : [file, ...programs.map((program) => program.file)];
    writeFileSync(join(consumer, config), JSON.stringify({ compilerOptions, files }));
    expect(await node([`node_modules/typescript-${compiler}/bin/tsc`, '-p', config, '--pretty', 'false'])).toEqual(
      done,
    );
  });
});

test.each(nodes)(
  'Node.js %s imports and requires each package that allows it, with the same exports',
  async (version) => {
    const isAllowed = ({ engines }: { readonly engines: string }): boolean =>
      version === '24' ? true : engines === '>=22.12.0';
    const names = packages.filter(isAllowed).flatMap((each) => each.entries);
    const script = `const load = async () => {
    for (const name of ${JSON.stringify(names)}) {
      const imported = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
      const required = Object.keys(require(name)).filter((key) => key !== '__esModule');
      console.log(name, imported.length > 0, imported.join() === required.join());
    }
  };
  load();`;
    writeFileSync(join(consumer, `load-${version}.cjs`), script);
    expect(await node(['--no-warnings', `load-${version}.cjs`], version)).toEqual({
      code: 0,
      output: names.map((name) => `${name} true true\n`).join(''),
    });
  },
);
