// Publishes what the registry lacks of the version of the manifests:  npm run release [-- options of pnpm publish]
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const project = join(import.meta.dirname, '../..');
const manifests = globSync('{apps,packages}/*/package.json', { cwd: project })
  .toSorted()
  .map((path) => JSON.parse(readFileSync(join(project, path), 'utf8')));
const names = manifests.map(({ name }) => name as string);
const version = manifests[0].version as string;
const [tag, line] = [`v${version}`, version.split('.').slice(0, 2).join('.')];

const stop = (message: string): never => {
  throw new Error(message);
};
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** The address at which anyone can read the repository: that of the remote without user, password and `.git`. */
const publicAddress = (remote: string): string => {
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host
    ? `https://${host}/${path}`
    : stop('The packages name their repository, so "origin" must have an https or ssh address.');
};

/** The commit from which the registry has a package in this version. Fails if the registry does not respond. */
const publishedFrom = async (name: string): Promise<string | undefined> => {
  const view = ['view', `${name}@${version}`, 'gitHead', '--json', '--prefer-online'];
  const ended = await promisify(execFile)('npm', view, { cwd: project }).catch((error) => error);
  const found = JSON.parse(ended.stdout || '"that it does not name"');
  return found.error?.code === 'E404' ? undefined : ended.message ? stop(ended.message) : found;
};

/** Publishes from a clone: what is published is committed, and this tree does not change. */
const publish = (head: string, distTag: string): void => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'animal-store-release-'));
  const env = { ...process.env, COMMIT: head, REPOSITORY: publicAddress(git('config', 'remote.origin.url')) };
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync(program, args, { cwd: folder.path, env, stdio: 'inherit' });
  run('git', 'clone', '--quiet', project, '.');
  run('npm', 'run', '--silent', 'setup');
  run('npm', 'run', '--silent', 'interfaces', '--', '--check');
  run('npm', 'run', '--silent', 'build');
  const own = ['--no-git-checks', '--config.pnpmfile=tools/release/complete-manifest.mjs', '--tag', distTag];
  run('npx', '--yes', '--prefer-offline', 'pnpm@12.21.0', '--recursive', 'publish', ...own, ...process.argv.slice(2));
};

const main = async (): Promise<void> => {
  const head = git('rev-parse', 'HEAD');
  const published = await Promise.all(names.map(publishedFrom));
  const other = published.find((commit) => commit !== undefined && commit !== head);
  if (other !== undefined)
    stop(
      `${version} was published from commit ${other}, so this commit needs a version of its own: run "npm run release:version". If you have moved the tag, move it back: "git tag --force ${tag} ${other}", then "git push --force origin ${tag}".`,
    );
  if (published.every((commit) => commit === head))
    return void process.stdout.write(`All packages of ${version} are published from this commit.\n`);

  // The tags of the remote, because this clone may lack some. A tag with a message has a second row, for its commit.
  const rows = git('ls-remote', '--tags', 'origin', 'v*').split('\n');
  if (!rows.some((row) => row.replace(/\^\{\}$/, '') === `${head}\trefs/tags/${tag}`))
    stop(
      `The remote does not have the tag ${tag} on this commit: run "git tag --force ${tag}", then "git push --force origin ${tag}".`,
    );
  git('fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*');
  if (git('branch', '--remotes', '--contains', head, '--list', 'origin/main', `origin/${line}.x`) === '')
    stop(`The commit is neither on main nor on ${line}.x of the remote: merge it there, and push the branch.`);

  const versions = rows.map((row) => row.split('/v')[1] ?? '').filter((each) => !/[-^]/.test(each));
  const isNewest = versions.every((each) => each.localeCompare(version, 'en', { numeric: true }) <= 0);
  publish(head, version.includes('-') ? 'next' : isNewest ? 'latest' : `release-${line}`);
};

await main().catch((error: Error) => {
  process.stderr.write(
    `The release has stopped. ${error.message}\nAfter the cure run the same command again: it publishes only what the registry lacks.\n`,
  );
  process.exitCode = 1;
});
