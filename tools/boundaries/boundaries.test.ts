import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A line of code that breaks a rule of the hexagon, and the rule of the compiler or linter that finds it. */
type Probe = readonly [file: string, code: string, rule: string];

const importing = (specifier: string): string => `export * from '${specifier}';`;
const reading = (value: string): string => `export const found: unknown = ${value};`;
const throwing = "export const fail = (): never => {\n  throw new Error('no');\n};";
const circle = (self: string, other: string): string =>
  `import type { ${other} } from './probe-${other}.ts';\n\nexport type ${self} = { readonly other: ${other} };`;

const isUndeclared = 'lint/correctness/noUndeclaredDependencies';
const isRestricted = 'lint/style/noRestrictedImports';
const isRestrictedGlobal = 'lint/style/noRestrictedGlobals';

const compiled: readonly Probe[] = [
  // A package can import only what its manifest names: pnpm installs nothing else for it.
  ['packages/domain/src/probe-koa.ts', importing('koa'), 'TS2307'],
  ['packages/client/src/probe-domain.ts', importing('@animal-store/domain'), 'TS2307'],
  ['packages/adapter-memory/src/probe-adapter.ts', importing('@animal-store/adapter-sqlite'), 'TS2307'],
  // The service pins the version of Koa, and has no types of it.
  ['apps/service/src/probe-koa.ts', importing('koa'), 'TS7016'],
  // Its exports do not name its files.
  ['apps/service/src/probe-file.ts', importing('@animal-store/domain/src/index.ts'), 'TS2307'],
  // The domain knows no environment.
  ['packages/domain/src/probe-node.ts', importing('node:fs'), 'TS2591'],
  ['packages/domain/src/probe-process.ts', reading('process'), 'TS2591'],
  ['packages/domain/src/probe-fetch.ts', reading('fetch'), 'TS2304'],
];

// The compiler would find these files, so they are written after it has run.
const linted: readonly Probe[] = [
  ['packages/adapter-memory/src/probe-path.ts', importing('../../domain/src/pet.ts'), isRestricted],
  ['apps/service/src/probe-path.ts', importing('../../../packages/domain/src/pet.ts'), isRestricted],
  ['packages/adapter-memory/src/probe-test.ts', importing('vitest'), isUndeclared],
  ['packages/adapter-http-koa/src/probe-adapter.ts', importing('@animal-store/adapter-memory'), isUndeclared],
  ['packages/adapter-memory/src/probe-one.ts', circle('one', 'other'), 'lint/suspicious/noImportCycles'],
  ['packages/adapter-memory/src/probe-other.ts', circle('other', 'one'), 'lint/suspicious/noImportCycles'],
  // Plain Node.js cannot load it.
  ['packages/domain/src/probe-deep.ts', importing('fp-ts/Either'), isRestricted],
  // The pure packages have no clock and no randomness, and they do not throw.
  ['packages/domain/src/probe-now.ts', reading('Date.now()'), isRestrictedGlobal],
  ['packages/domain/src/probe-random.ts', reading('Math.random()'), isRestrictedGlobal],
  ['packages/domain/src/probe-throw.ts', throwing, 'plugin'],
  ['packages/access/src/probe-now.ts', reading('Date.now()'), isRestrictedGlobal],
  ['packages/access/src/probe-throw.ts', throwing, 'plugin'],
];

const project = join(import.meta.dirname, '../..');
let folder: string;
let found: readonly string[];

/** The findings of a program as `<file> <rule>`. */
const findings = (program: string, args: readonly string[], pattern: RegExp): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [join(project, 'node_modules', program), ...args], options, (_error, stdout) => {
      const matches = [...stdout.matchAll(pattern)];
      resolve(matches.map(({ groups }) => `${groups?.['file']?.replace(`${folder}/`, '')} ${groups?.['rule']}`));
    });
  });

const write = (probes: readonly Probe[]): Promise<unknown> =>
  Promise.all(probes.map(([file, code]) => writeFile(join(folder, file), `${code}\n`)));

// All probes are in one copy of the packages, so that each check runs once. The links between packages are relative.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-probes-'));
  const filter = (path: string): boolean => !/\/(dist|test)$/.test(path);
  const parts = 'packages apps tools/lint package.json biome.json tsconfig.json tsconfig.base.json'.split(' ');
  for (const name of parts)
    await cp(join(project, name), join(folder, name), { recursive: true, verbatimSymlinks: true, filter });
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await write(compiled);
  const errors = /^(?<file>\S[^(]*)\(\d+,\d+\): error (?<rule>TS\d+)/gm;
  const compiler = await findings('typescript/bin/tsc', ['-b', '--pretty', 'false'], errors);
  await write(linted);
  const options = ['ci', '--error-on-warnings', '--reporter=github', '--max-diagnostics=none', '--colors=off'];
  const notices = /^::\w+ title=(?<rule>[^,]*),file=(?<file>[^,]*)/gm;
  found = [...compiler, ...(await findings('@biomejs/biome/bin/biome', options, notices))];
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([...compiled, ...linted])('%s: %s is found by %s', (file, _code, rule) => {
  expect(found).toContain(`${file} ${rule}`);
});

/** The packages of this workspace that a package may depend on. The service alone knows more of them. */
const below = (name: string): readonly string[] => {
  if (name === 'domain' || name === 'client') return [];
  if (name === 'access') return ['domain'];
  const isStore = name.startsWith('adapter-') && name !== 'adapter-http-koa';
  return isStore ? ['domain', 'access', 'store'] : ['domain', 'access'];
};

test.each(await readdir(join(project, 'packages')))('%s depends on nothing but the packages below it', async (name) => {
  const manifest = JSON.parse(await readFile(join(project, 'packages', name, 'package.json'), 'utf8'));
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const own = dependencies.filter((each) => each.startsWith('@animal-store/'));
  expect(below(name).map((each) => `@animal-store/${each}`)).toEqual(expect.arrayContaining(own));
});
