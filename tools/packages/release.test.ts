import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, onTestFinished, test } from 'vitest';
import { interfaceFaults } from '../release/interface-faults.ts';
import { npmConfig, packages, pnpm, project, run, tagVersion } from './published.ts';

const { folder, registry, env, clone } = inject('published');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const release = (environment = env) => run(['npm', 'run', '--silent', 'release'], clone, environment);

const domainReport = 'packages/domain/etc/domain.api.md';
const report = join(clone, domainReport);
const whatToDo = '`listPets` takes another filter. Pass it by name.';
const npmRun = async (...args: readonly string[]): Promise<void> => {
  const { code, output } = await run(['npm', 'run', '--silent', ...args], clone, env);
  expect(code, output).toBe(0);
};
const commit = (message: string): void => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', message);
};

/** Two programs on the domain, the one with `import`, the other with `require`. */
const uses =
  'const store = createAnimalStore({ pets: createMemoryPetRepository() });\nstore.listPets({ limit: defaultPageLimit })().then(({ _tag }) => console.log(_tag));\n';
const programs = {
  'main.mjs': `import { createMemoryPetRepository } from '@animal-store/adapter-memory';\nimport { createAnimalStore, defaultPageLimit } from '@animal-store/domain';\n${uses}`,
  'main.cjs': `const { createMemoryPetRepository } = require('@animal-store/adapter-memory');\nconst { createAnimalStore, defaultPageLimit } = require('@animal-store/domain');\n${uses}`,
};
const own = ['access', 'adapter-memory', 'domain'].map((name) => `@animal-store/${name}`);
const wanted = [...own, 'fp-ts', 'io-ts'];
const yarn = [process.execPath, join(project, 'tools/registry/node_modules/@yarnpkg/cli-dist/bin/yarn.js')] as const;

/**
 * What a user of a package manager types to install, to upgrade, and to run a program. The upgrade of npm and pnpm keeps the major
 * version, and that of Yarn takes the latest one.
 */
const managers = {
  npm: { install: ['npm', 'install'], upgrade: ['npm', 'update'], upgraded: '1.1.2', node: ['node'] },
  pnpm: { install: [...pnpm, 'add'], upgrade: [...pnpm, 'update'], upgraded: '1.1.2', node: ['node'] },
  Yarn: {
    ...{ install: [...yarn, 'add'], upgrade: [...yarn, 'up', '@animal-store/*'], upgraded: '2.0.0' },
    node: [...yarn, 'node'],
  },
} as const;

const folderOf = (manager: string): string => join(folder, manager);
const versionsIn = (manager: string): readonly string[] => {
  const script = `for (const name of ${JSON.stringify(own)}) console.log(require(require('node:path').join(require.resolve(name), '../../package.json')).version);`;
  writeFileSync(join(folderOf(manager), 'versions.cjs'), script);
  const [program, ...args] = managers[manager as keyof typeof managers].node;
  return execFileSync(program, [...args, 'versions.cjs'], { cwd: folderOf(manager), env, encoding: 'utf8' })
    .trim()
    .split('\n');
};
const bothRun = async (manager: string): Promise<void> => {
  const [program, ...args] = managers[manager as keyof typeof managers].node;
  for (const file of Object.keys(programs))
    expect([file, await run([program, ...args, file], folderOf(manager), env)]).toEqual([
      file,
      { code: 0, output: 'Right\n' },
    ]);
};

test.each(Object.entries(managers))(
  '%s installs the packages by name in an empty project',
  async (manager, { install }) => {
    const at = folderOf(manager);
    mkdirSync(at);
    writeFileSync(join(at, 'package.json'), '{ "private": true }');
    for (const [file, text] of Object.entries(programs)) writeFileSync(join(at, file), text);
    // pnpm and Yarn wait a day before they take a new version.
    if (manager === 'pnpm')
      writeFileSync(join(at, 'pnpm-workspace.yaml'), "minimumReleaseAgeExclude: ['@animal-store/*']\n");
    if (manager === 'Yarn') {
      const lines = [
        `npmScopes: { animal-store: { npmRegistryServer: "${registry}" } }`,
        'unsafeHttpWhitelist: ["127.0.0.1"]',
      ];
      const more = [
        `npmRegistryServer: "${npmConfig('registry')}"`,
        'enableTelemetry: false',
        'npmPreapprovedPackages: ["@animal-store/*"]',
      ];
      writeFileSync(join(at, '.yarnrc.yml'), [...lines, ...more, ''].join('\n'));
      writeFileSync(join(at, 'yarn.lock'), '');
    }
    const { code, output } = await run([...install, ...wanted] as unknown as [string, ...string[]], at, env);
    expect(code, output).toBe(0);
    expect(versionsIn(manager)).toEqual(['1.0.0', '1.0.0', '1.0.0']);
    await bothRun(manager);
  },
);

test('npx runs the service', async () => {
  // A cache of its own for what npx installs, and the usual one for what it downloads.
  const cache = join(folder, 'npx');
  mkdirSync(cache);
  symlinkSync(join(npmConfig('cache'), '_cacache'), join(cache, '_cacache'));
  const npxEnv = { ...env, npm_config_cache: cache, PORT: '0', ADMIN_PORT: '0' };
  const service = spawn('npx', ['--yes', '@animal-store/service', 'serve'], {
    cwd: cache,
    env: npxEnv,
    detached: true,
  });
  onTestFinished(() => void service.kill('SIGKILL'));
  const closed = once(service, 'close');
  const messages: string[] = [];
  const { url } = await new Promise<{ readonly url: string }>((resolve) => {
    createInterface(service.stdout).on('line', (line) => {
      const entry = JSON.parse(line);
      messages.push(entry.msg);
      if (entry.msg === 'listening') resolve(entry);
    });
  });
  const paths = ['/readyz', '/docs', '/docs/docs-page.js', '/openapi.json'];
  expect(await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))).toEqual(paths.map(() => 200));
  // As Ctrl-C does: to all processes of the terminal.
  process.kill(-Number(service.pid), 'SIGINT');
  await closed;
  expect(messages.at(-1)).toBe('stopped');
});

/** Brings the clone back to its first version when the test ends. */
const undoLater = (): void =>
  onTestFinished(() => {
    git('remote', 'set-url', 'origin', 'git@git.animals.example:animals/animal-store.git');
    git('reset', '--quiet', '--hard', 'v1.0.0');
    git('clean', '--quiet', '--force', '-d');
  });

const minInt64 = 'export const minInt64: bigint;';
test.each([
  ['nothing new', '1.0.1', (text: string) => text, ''],
  ['a new declaration', '1.0.1', (text: string) => `${text}\n\nexport const more: bigint;\n`, 'minor'],
  ['a new declaration', '1.1.0', (text: string) => `${text}\n\nexport const more: bigint;\n`, ''],
  ['a removed declaration', '1.1.0', (text: string) => text.replace(minInt64, ''), 'major'],
  ['a removed declaration', '2.0.0-beta.1', (text: string) => text.replace(minInt64, ''), ''],
  ['a changed declaration', '1.1.0', (text: string) => text.replace(minInt64, minInt64.replace('big', '')), 'major'],
  [
    'a field that has moved to another declaration',
    '1.1.0',
    (text: string) =>
      text
        .replace('    readonly replayed: boolean;\n', '')
        .replace('interface AnimalStore {\n', '$&    readonly replayed: boolean;\n'),
    'major',
  ],
  ['no report', '1.1.0', () => '', 'major'],
])('an interface with %s can be released as %s unless it demands more', (what, version, change, demanded) => {
  undoLater();
  const before = readFileSync(report, 'utf8');
  writeFileSync(report, change(before));
  expect(change(before) === before).toBe(what === 'nothing new');
  const found = interfaceFaults(clone, version, '1.0.0').map((fault) => /--bump (\w+)/.exec(fault)?.[1]);
  expect(found).toEqual(demanded === '' ? [] : [demanded]);
});

test('a release names all that it lacks, and publishes nothing', async () => {
  undoLater();
  await npmRun('change', '--', '@animal-store/domain', '--bump', 'patch', '--summary', whatToDo);
  writeFileSync(report, readFileSync(report, 'utf8').replace(minInt64, ''));
  git('mv', 'README.md', 'README');
  for (const { path } of packages) {
    const manifest = join(clone, path, 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"version": "1.0.0"', '"version": "1.0.1"'));
  }
  git('commit', '--quiet', '--message', 'Later');
  git('remote', 'set-url', 'origin', '/srv/animal-store');
  const npmrc = join(folder, 'npmrc-without-login');
  writeFileSync(npmrc, `@animal-store:registry=${registry}\n`);
  const { code, output } = await release({ ...env, NPM_CONFIG_USERCONFIG: npmrc });
  expect([code, output.slice(output.indexOf('Nothing was'))]).toEqual([
    1,
    [
      'Nothing was published.',
      '- The tree differs from its commit: commit the changes, or stash them.',
      '- The commit has no tag v1.0.1, its version: run "git tag v1.0.1".',
      '- Changes in .changeset have no version: run "npm run release:version", and commit its result.',
      '- The packages name their repository, and "git remote get-url origin" has no https or ssh address: set it.',
      '- The remote "origin" does not respond: check its address, your access and the network.',
      '- The interface of domain has removed or changed: export const minInt64. After 1.0.0 that is a major change, and 1.0.1 is not: run "npm run change -- --bump major", then "npm run release:version".',
      `- The registry does not know you: run "npm login --registry ${registry}".`,
      '',
    ].join('\n'),
  ]);
});

test('a release of a commit that only this machine has names it, and a registry that does not respond', async () => {
  undoLater();
  commit('Later');
  git('tag', '--force', 'v1.0.0');
  onTestFinished(() => void git('tag', '--force', 'v1.0.0', 'HEAD^'));
  const npmrc = join(folder, 'npmrc-without-registry');
  writeFileSync(npmrc, '@animal-store:registry=http://127.0.0.1:1/\n');
  const { code, output } = await release({ ...env, NPM_CONFIG_USERCONFIG: npmrc });
  expect([code, output.slice(output.indexOf('Nothing was'))]).toEqual([
    1,
    [
      'Nothing was published.',
      '- The commit is neither on main nor on 1.0.x of the remote: merge it there, and push the branch.',
      '- The remote does not have the tag v1.0.0 on this commit: run "git push origin v1.0.0".',
      '- The registry http://127.0.0.1:1/ fails (ECONNREFUSED): check its address, your access and the network.',
      '',
    ].join('\n'),
  ]);
});

test('a release whose build differs from its reports publishes nothing', async () => {
  git('checkout', '--quiet', '-b', '1.0.x');
  onTestFinished(() => void git('checkout', '--quiet', 'main'));
  appendFileSync(join(clone, 'packages/domain/src/index.ts'), 'export const later = 1;\n');
  commit('An export that is not in the report');
  await npmRun('release:version', '--', '1.0.1');
  tagVersion(clone, '1.0.1');
  const { code, output } = await release();
  expect([code, output.slice(output.indexOf('Nothing was'))]).toEqual([
    1,
    [
      'Nothing was published.',
      '- The build differs from its reports: run "npm run interfaces", and commit.',
      ` M ${domainReport}`,
      '',
      '',
    ].join('\n'),
  ]);
});

/** The checks of the tree that can depend on its version: its style, and the tests that read a manifest. */
const testVersion = async (): Promise<void> => {
  await npmRun('lint');
  const tests = git(
    'grep',
    '--files-with-matches',
    "package.json' with",
    '--',
    'apps/*.test.ts',
    'packages/*.test.ts',
  ).split('\n');
  const { code, output } = await run(['npx', 'vitest', 'run', ...tests], clone, env);
  expect(code, output).toBe(0);
};

const beta = ['--preid', 'beta'];
test.each([
  ['1.1.0', 'main', 'minor', [], { latest: '1.1.0' }],
  ['1.1.1', 'main', 'patch', [], { latest: '1.1.1' }],
  ['2.0.0-beta.0', 'main', 'major', ['premajor', ...beta], { latest: '1.1.1', next: '2.0.0-beta.0' }],
  ['2.0.0-beta.1', 'main', 'none', ['prerelease', ...beta], { latest: '1.1.1', next: '2.0.0-beta.1' }],
  ['2.0.0', 'main', 'none', [], { latest: '2.0.0', next: '2.0.0-beta.1' }],
  ['1.1.2', '1.1.x', 'patch', [], { latest: '2.0.0', next: '2.0.0-beta.1', 'release-1.1': '1.1.2' }],
])('%s is released from %s', async (version, branch, level, args, tags) => {
  git('checkout', '--quiet', ...(branch === 'main' ? ['main'] : ['-b', branch, 'v1.1.1']));
  if (level !== 'none') {
    await npmRun('change', '--', '@animal-store/domain', '--bump', level, '--summary', `${whatToDo} ${version}`);
    commit('A change');
  }
  await npmRun('release:version', '--', ...args);
  tagVersion(clone, version);
  if (version === '2.0.0-beta.0') await testVersion();
  await npmRun('release');
  expect(git('status', '--porcelain')).toBe('');
  for (const { name } of packages) {
    const document = (await (await fetch(registry + name)).json()) as { readonly 'dist-tags': object };
    expect([name, document['dist-tags']]).toEqual([name, tags]);
  }
});

test('the changelogs and the notes have what has changed, and no empty section', async () => {
  git('checkout', '--quiet', 'main');
  expect(await run([process.execPath, 'tools/release/notes.ts'], clone, env)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`## @animal-store/domain\n\n### Major Changes\n\n- ${whatToDo} 2.0.0-beta.0\n`),
  });
  const changelogs = packages.map(({ path }) => readFileSync(join(clone, path, 'CHANGELOG.md'), 'utf8'));
  expect(changelogs.filter((text) => /^## \S+\n\n(?:## |$)/m.test(text))).toEqual([]);
});

test.each(Object.entries(managers))('%s upgrades users of 1.0.0', async (manager, { upgrade, upgraded }) => {
  const { code, output } = await run(upgrade as unknown as [string, ...string[]], folderOf(manager), env);
  expect(code, output).toBe(0);
  expect(versionsIn(manager)).toEqual([upgraded, upgraded, upgraded]);
  await bothRun(manager);
});
