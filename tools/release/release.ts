// Publishes the packages and the service in the version of their manifests:  npm run release [-- options of pnpm publish]
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceFaults } from './interface-faults.ts';

const project = join(import.meta.dirname, '../..');
const pnpm = ['--yes', '--prefer-offline', 'pnpm@12.21.0'];

/** The output of a program, or undefined if it fails. */
const outputOf = (program: string, ...args: readonly string[]): string | undefined => {
  try {
    return execFileSync(program, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
};

/** The address at which anyone can read the repository, from the URL of a remote: without user, password and `.git`. */
const publicAddress = (remote = ''): string | undefined => {
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host && `https://${host}/${path}`;
};

const { version } = JSON.parse(readFileSync(join(project, 'packages/domain/package.json'), 'utf8'));
const tag = `v${version}`;
const address = publicAddress(outputOf('git', 'remote', 'get-url', 'origin'));
const ofScope = outputOf('npm', 'config', 'get', '@animal-store:registry');
const registry = ofScope === 'undefined' ? outputOf('npm', 'config', 'get', 'registry') : ofScope;
const mayPublish = (): boolean =>
  // A workflow of GitHub needs no login: the registry trusts its identity.
  process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined ||
  outputOf('npm', 'whoami', '--registry', `${registry}`) !== undefined;

const faults = [
  outputOf('git', 'status', '--porcelain') !== '' &&
    'The tree differs from its commit: commit the changes, or stash them.',
  !outputOf('git', 'tag', '--points-at', 'HEAD')?.split('\n').includes(tag) &&
    `The commit has no tag ${tag}, its version: run "git tag ${tag}".`,
  globSync('.changeset/*.md', { cwd: project }).length > 0 &&
    'Changes in .changeset have no version: run "npm run release:version", and commit its result.',
  address === undefined &&
    'The packages name their repository, and "git remote get-url origin" has no https or ssh address: set it.',
  ...interfaceFaults(project),
  !mayPublish() && `The registry does not know you: run "npm login --registry ${registry}".`,
].filter((fault) => typeof fault === 'string');

if (faults.length > 0) {
  process.stderr.write(`Nothing was published.\n${faults.map((fault) => `- ${fault}\n`).join('')}`);
  process.exit(1);
}

// From a clone of the tag: what is published is committed, and this tree does not change.
const clone = mkdtempSync(join(tmpdir(), 'animal-store-release-'));
try {
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync(program, args, { cwd: clone, stdio: 'inherit', env: { ...process.env, REPOSITORY: address } });
  run('git', 'clone', '--quiet', '--branch', tag, '-c', 'advice.detachedHead=false', project, '.');
  run('npm', 'run', '--silent', 'setup');
  run('npm', 'run', '--silent', 'build');
  const own = ['--no-git-checks', '--config.pnpmfile=tools/release/add-repository.mjs'];
  run('npx', ...pnpm, '--recursive', 'publish', ...own, ...process.argv.slice(2));
} finally {
  rmSync(clone, { recursive: true, force: true });
}
