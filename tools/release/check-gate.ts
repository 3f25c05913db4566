import { globSync } from 'node:fs';
import { interfaceFaults } from './interface-faults.ts';
import { queryRegistry } from './query-registry.ts';
import { runBriefly } from './run-briefly.ts';

/** What a release lacks, and how it is published. */
export interface Gate {
  readonly faults: readonly string[];
  /** The address at which anyone can read the repository. */
  readonly address: string | undefined;
  /** The tag of the registry under which users find the version. */
  readonly distTag: string;
}

/** The address of a remote without user, password and `.git`. */
const publicAddress = (remote = ''): string | undefined => {
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host && `https://${host}/${path}`;
};

const compare = (version: string, other: string): number => version.localeCompare(other, 'en', { numeric: true });

/** Checks all that the release of a version needs, in seconds: the commit, the remote repository and the registry. */
export const checkGate = async (project: string, names: readonly string[], version: string): Promise<Gate> => {
  const git = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await runBriefly(project, 'git', args)).stdout.split('\n').filter((line) => line !== '');
  const tag = `v${version}`;
  const isPrerelease = version.includes('-');
  const line = version.split('.').slice(0, 2).join('.');
  const [head = ''] = await git('rev-parse', 'HEAD');
  const [remote] = await git('config', '--get', 'remote.origin.url');
  const address = publicAddress(remote);
  const [fetched, tagOfRemote, registry] = await Promise.all([
    runBriefly(project, 'git', ['fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*']),
    git('ls-remote', 'origin', `refs/tags/${tag}`, `refs/tags/${tag}^{}`),
    queryRegistry(project, names),
  ]);
  const branches = [`origin/main`, `origin/${line}.x`];
  const ofRemote = await git('branch', '--remotes', '--contains', head, '--list', ...branches);

  // A tag of this commit's history is a release only if its version was published.
  const others = registry.versions.filter((each) => each !== version);
  const tags = await git('tag', '--merged', head, '--list', 'v*');
  const [last] = others.filter((each) => tags.includes(`v${each}`)).toSorted((a, b) => compare(b, a));

  const faults = [
    (await git('status', '--porcelain')).length > 0 &&
      'The tree differs from its commit: commit the changes, or stash them.',
    !(await git('tag', '--points-at', head)).includes(tag) &&
      `The commit has no tag ${tag}, its version: run "git tag ${tag}".`,
    !isPrerelease &&
      globSync('.changeset/*.md', { cwd: project }).length > 0 &&
      'Changes in .changeset have no version: run "npm run release:version", and commit its result.',
    address === undefined &&
      'The packages name their repository, and "git remote get-url origin" has no https or ssh address: set it.',
    !fetched.isDone && 'The remote "origin" does not respond: check its address, your access and the network.',
    fetched.isDone &&
      ofRemote.length === 0 &&
      `The commit is neither on main nor on ${line}.x of the remote: merge it there, and push the branch.`,
    fetched.isDone &&
      !tagOfRemote.some((each) => each.startsWith(head)) &&
      `The remote does not have the tag ${tag} on this commit: run "git push origin ${tag}".`,
    ...(last === undefined ? [] : interfaceFaults(project, version, last)),
    last === undefined &&
      others.length > 0 &&
      'No published version has its tag in the history of this commit: run "git fetch --tags", in a shallow clone with --unshallow.',
    ...registry.faults,
  ].filter((fault) => typeof fault === 'string');

  const isOlder = others.some((each) => compare(each, version) > 0);
  return { faults, address, distTag: isPrerelease ? 'next' : isOlder ? `release-${line}` : 'latest' };
};
