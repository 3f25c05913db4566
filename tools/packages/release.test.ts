import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '@animal-store/testkit/run-program';
import { expect, inject, onTestFinished, test } from 'vitest';
import { npmConfig, packages } from './published.ts';

const { folder, registry, env, clone } = inject('published');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const succeed = async (...command: Parameters<typeof run>[0]): Promise<void> => {
  const { code, output } = await run(command, clone, env);
  expect(code, output).toBe(0);
};
const node = process.execPath;
const change = (level: string): Promise<void> =>
  succeed('npm', 'run', 'change', '--', '@animal-store/domain', '--bump', level, '--summary', whatToDo);
// What `npm run release:version` and `npm run release` run after their setup, which need not run again and again.
const raise = (...args: readonly string[]) => succeed(node, 'tools/release/raise-version.ts', ...args);
const publish = (...args: readonly string[]) => succeed(node, 'tools/release/release.ts', ...args);
const release = (environment = env) => run([node, 'tools/release/release.ts'], clone, environment);
const refuse = async (reason: string, environment = env): Promise<void> =>
  expect(await release(environment)).toEqual({ code: 1, output: expect.stringContaining(reason) });

const commit = (message: string): void => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', message);
};
const push = (...refs: readonly string[]): string => git('push', '--quiet', '--force', 'origin', ...refs);
const moveTag = (tag: string): void => {
  git('tag', '--force', tag);
  push(tag);
};

/** The versions of each package under the tags of the registry. */
const published = () =>
  Promise.all(
    packages.map(async ({ name }) => {
      const document = (await (await fetch(registry + name)).json()) as { readonly 'dist-tags': object };
      return document['dist-tags'];
    }),
  );
const ofAll = (tags: object): readonly object[] => packages.map(() => tags);

test('npx runs the service', async () => {
  // A cache of its own for what npx installs, and the usual one for what it downloads.
  const cache = join(folder, 'npx');
  mkdirSync(cache);
  symlinkSync(join(npmConfig('cache'), '_cacache'), join(cache, '_cacache'));
  const npxEnv = { ...env, npm_config_cache: cache, PORT: '0', ADMIN_PORT: '0' };
  const args = ['--yes', '@animal-store/service', 'serve'];
  const service = spawn('npx', args, { cwd: cache, env: npxEnv, detached: true });
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

const addExport = (): void => appendFileSync(join(clone, 'packages/domain/src/index.ts'), 'export const later = 1;\n');
const staleReport = 'packages/domain/etc/domain.api.md differs from the build: run "npm run interfaces"';
const whatToDo = '`listPets` takes another filter. Pass it by name.';

test('a version is not raised before the reports have what the packages export', async () => {
  addExport();
  const { code, output } = await run(['npm', 'run', '--silent', 'release:version'], clone, env);
  expect([code, output]).toEqual([1, expect.stringContaining(staleReport)]);
  git('checkout', '--quiet', '--', '.');
  expect(git('status', '--porcelain')).toBe('');
});

test('a release needs a registry, a public address, its tag, and a commit on main', async () => {
  await change('major');
  await raise('premajor', '--preid', 'beta');
  commit('2.0.0-beta.0');
  const closed = { 'npm_config_@animal-store:registry': 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
  await refuse('ECONNREFUSED', { ...env, ...closed });
  await refuse('The remote does not have the tag v2.0.0-beta.0 on this commit');
  moveTag('v2.0.0-beta.0');
  await refuse('The commit is neither on main nor on 2.0.x of the remote');
  push('main');
  const remote = git('config', 'remote.origin.url');
  git('remote', 'set-url', 'origin', `${clone}-remote`);
  await refuse('"origin" must have an https or ssh address');
  git('remote', 'set-url', 'origin', remote);
  expect(await published()).toEqual(ofAll({ latest: '1.0.0' }));
});

test('a pre-release is found under next', async () => {
  await publish();
  expect(git('status', '--porcelain')).toBe('');
  expect(await published()).toEqual(ofAll({ latest: '1.0.0', next: '2.0.0-beta.0' }));
});

const [before, after] = [
  { latest: '1.0.0', next: '2.0.0-beta.0' },
  { latest: '2.0.0', next: '2.0.0-beta.0' },
];

test('a release that was cut has published a part', async () => {
  await raise();
  commit('2.0.0');
  push('main');
  moveTag('v2.0.0');
  const first = packages.slice(0, 3);
  await publish(...first.flatMap(({ path }) => ['--filter', `./${path}`]));
  expect(await published()).toEqual(packages.map((each) => (first.includes(each) ? after : before)));
});

test('it goes on from the same commit alone, and repeated it publishes nothing', async () => {
  commit('Later');
  push('main');
  moveTag('v2.0.0');
  await refuse(`2.0.0 was published from commit ${git('rev-parse', 'HEAD^')}`);
  git('reset', '--quiet', '--hard', 'HEAD^');
  push('main');
  moveTag('v2.0.0');
  await publish();
  expect(await published()).toEqual(ofAll(after));
  const output = 'All packages of 2.0.0 are published from this commit.\n';
  expect(await release()).toEqual({ code: 0, output });
});

test('a release whose build differs from its reports publishes nothing', async () => {
  git('checkout', '--quiet', '-b', '1.0.x', 'v1.0.0');
  await change('patch');
  await raise();
  commit('1.0.1');
  addExport();
  commit('An export that is not in the report');
  push('1.0.x');
  moveTag('v1.0.1');
  await refuse(staleReport);
  expect(await published()).toEqual(ofAll(after));
});

test('a repair of an older version is found under the name of its line', async () => {
  git('reset', '--quiet', '--hard', 'HEAD^');
  push('1.0.x');
  moveTag('v1.0.1');
  await publish();
  expect(await published()).toEqual(ofAll({ ...after, 'release-1.0': '1.0.1' }));
});

test('the changelogs have what has changed, and no empty section', () => {
  git('checkout', '--quiet', 'main');
  const changelogs = packages.map(({ path }) => readFileSync(join(clone, path, 'CHANGELOG.md'), 'utf8'));
  expect(changelogs.filter((text) => /^## \S+\n\n(?:## |$)/m.test(text))).toEqual([]);
  const section = `\n## 2.0.0\n\n### Major Changes\n\n- ${whatToDo}\n`;
  expect(changelogs.filter((text) => text.includes(section))).toHaveLength(1);
});
