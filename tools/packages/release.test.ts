import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, onTestFinished, test } from 'vitest';
import { interfaceFaults, reportFolder } from '../release/interface-faults.ts';
import { npmConfig, packages, pnpm, project, run } from './published.ts';

const { folder, registry, env, clone } = inject('published');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const release = (environment = env) => run(['npm', 'run', '--silent', 'release'], clone, environment);

const report = join(clone, reportFolder, 'domain.api.md');
const changeset = join(clone, '.changeset/later.md');
const whatToDo = '`listPets` takes another filter. Pass it by name.';
const writeChangeset = (level: string): void => {
  mkdirSync(join(clone, '.changeset'), { recursive: true });
  writeFileSync(changeset, `---\n"@animal-store/domain": ${level}\n---\n\n${whatToDo}\n`);
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

/** What a user of a package manager types to install, to upgrade, and to run a program. */
const managers = {
  npm: { install: ['npm', 'install'], upgrade: ['npm', 'update'], node: ['node'] },
  pnpm: { install: [...pnpm, 'add'], upgrade: [...pnpm, 'update'], node: ['node'] },
  Yarn: { install: [...yarn, 'add'], upgrade: [...yarn, 'up', '@animal-store/*'], node: [...yarn, 'node'] },
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

test('npx runs the service and its help', async () => {
  // A cache of its own for what npx installs, and the usual one for what it downloads.
  const cache = join(folder, 'npx');
  mkdirSync(cache);
  symlinkSync(join(npmConfig('cache'), '_cacache'), join(cache, '_cacache'));
  const npxEnv = { ...env, npm_config_cache: cache, PORT: '0', ADMIN_PORT: '0' };
  const help = await run(['npx', '--yes', '@animal-store/service', '--help'], cache, npxEnv);
  expect([help.code, help.output.split('\n')[0]]).toEqual([0, expect.stringContaining('animal-store')]);

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

const later = (level: string): void => {
  git('commit', '--quiet', '--allow-empty', '--message', 'Later');
  onTestFinished(() => {
    git('reset', '--quiet', '--hard', 'v1.0.0');
    rmSync(changeset, { force: true });
  });
  if (level !== 'none') writeChangeset(level);
};

test.each([
  ['nothing has changed', 'none', (text: string) => text, undefined],
  ['a line was added', 'patch', (text: string) => `${text}export const more: bigint;\n`, 'minor'],
  ['a line was added', 'minor', (text: string) => `${text}export const more: bigint;\n`, undefined],
  ['a line was removed', 'minor', (text: string) => text.replace(/.*\bmaxInt64\b.*\n/, ''), 'major'],
  ['a line was changed', 'minor', (text: string) => text.replace('maxInt64: bigint', 'maxInt64: number'), 'major'],
  ['a line was changed', 'major', (text: string) => text.replace('maxInt64: bigint', 'maxInt64: number'), undefined],
  ['all was removed', 'minor', () => '', 'major'],
])('%s in an interface, and the next version is %s', (_what, level, change, demanded) => {
  later(level);
  writeFileSync(report, change(readFileSync(report, 'utf8')));
  expect(interfaceFaults(clone)).toEqual(
    demanded === undefined
      ? []
      : [
          `The interface of domain differs from v1.0.0 by a ${demanded} change: run "npm run change -- --bump ${demanded}".`,
        ],
  );
});

test.each([
  ['packages/adapter-http-koa/openapi.yaml', 'none', 1],
  ['apps/service/src/configuration/variables.ts', 'none', 1],
  ['apps/service/src/configuration/variables.ts', 'patch', 0],
])('a change of %s, with a next version of level %s, gives %i faults', (path, level, count) => {
  later(level);
  appendFileSync(join(clone, path), '# or so\n');
  const fault = `${path} differs from v1.0.0, and no change says so: run "npm run change".`;
  expect(interfaceFaults(clone)).toEqual(Array.from({ length: count }, () => fault));
});

test('a release says everything that it misses, and publishes nothing', async () => {
  git('commit', '--quiet', '--allow-empty', '--message', 'Later');
  git('remote', 'set-url', 'origin', '/srv/animal-store');
  onTestFinished(() => {
    git('remote', 'set-url', 'origin', 'git@git.animals.example:animals/animal-store.git');
    git('reset', '--quiet', '--hard', 'v1.0.0');
    rmSync(changeset, { force: true });
  });
  writeChangeset('minor');
  writeFileSync(report, readFileSync(report, 'utf8').replace('maxInt64: bigint', 'maxInt64: number'));
  const npmrc = join(folder, 'npmrc-without-login');
  writeFileSync(npmrc, `@animal-store:registry=${registry}\n`);
  const { code, output } = await release({ ...env, NPM_CONFIG_USERCONFIG: npmrc });
  expect([code, output.slice(output.indexOf('Nothing was'))]).toEqual([
    1,
    [
      'Nothing was published.',
      '- The tree differs from its commit: commit the changes, or stash them.',
      '- The commit has no tag v1.0.0, its version: run "git tag v1.0.0".',
      '- Changes in .changeset have no version: run "npm run release:version", and commit its result.',
      '- The packages name their repository, and "git remote get-url origin" has no https or ssh address: set it.',
      '- The interface of domain differs from v1.0.0 by a major change: run "npm run change -- --bump major".',
      `- The registry does not know you: run "npm login --registry ${registry}".`,
      '',
    ].join('\n'),
  ]);
});

test('a second version is released, and users upgrade to it', async () => {
  const change = ['change', '--', '@animal-store/domain', '--bump', 'minor', '--summary', whatToDo];
  const npm = async (...args: readonly string[]): Promise<void> => {
    const { code, output } = await run(['npm', 'run', '--silent', ...args], clone, env);
    expect(code, output).toBe(0);
  };
  await npm(...change);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Add a filter');
  await npm('release:version');
  git('add', '--all');
  git('commit', '--quiet', '--message', '1.1.0');
  git('tag', 'v1.1.0');
  await npm('release');
  // The tree is as it was, and all packages have the version.
  expect(git('status', '--porcelain')).toBe('');
  for (const { name } of packages) {
    const { versions } = (await (await fetch(registry + name)).json()) as { readonly versions: object };
    expect([name, Object.keys(versions)]).toEqual([name, ['1.0.0', '1.1.0']]);
  }
  expect(await run([process.execPath, 'tools/release/notes.ts'], clone, env)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`## @animal-store/domain\n\n### Minor Changes\n\n- ${whatToDo}\n`),
  });

  for (const [manager, { upgrade }] of Object.entries(managers)) {
    const { code, output } = await run(upgrade as unknown as [string, ...string[]], folderOf(manager), env);
    expect(code, output).toBe(0);
    expect([manager, versionsIn(manager)]).toEqual([manager, ['1.1.0', '1.1.0', '1.1.0']]);
    await bothRun(manager);
  }
  const changelog = join(folderOf('npm'), 'node_modules/@animal-store/domain/CHANGELOG.md');
  expect(readFileSync(changelog, 'utf8')).toContain(`## 1.1.0\n\n### Minor Changes\n\n- ${whatToDo}\n\n## 1.0.0\n`);
});
