import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The folder of the reports: what each package exports, written by `npm run test:packages -- interfaces -u`. */
export const reportFolder = 'tools/release/interfaces';

/** What users notice that no report shows: how far a change of them reaches, only its author knows. */
const noticed = ['packages/adapter-http-koa/openapi.yaml', 'apps/service/src/configuration/variables.ts'];

const levels = ['none', 'patch', 'minor', 'major'] as const;
type Level = (typeof levels)[number];
const isBelow = (level: Level, other: Level): boolean => levels.indexOf(level) < levels.indexOf(other);

/** A line that was removed or changed breaks users. One that was added may break them too, which only its author knows. */
const demandedBy = (before: string, after: string): Level => {
  if (before === after) return 'none';
  const left = after.split('\n');
  return before.split('\n').every((line) => {
    const place = left.indexOf(line);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  })
    ? 'minor'
    : 'major';
};

const between = (released: string, version: string): Level => {
  const [old, now] = [released, version].map((each) => each.split('.'));
  const place = old?.findIndex((part, index) => part !== now?.[index]) ?? -1;
  return place < 0 ? 'none' : (levels[3 - place] ?? 'none');
};

/**
 * The packages whose interface has changed since the last release more than their next version says, and the changes of the HTTP
 * API and of the variables, if there is no next version. That version is the one of the manifests or, while it is the released
 * one, what the files of `.changeset` make of it. Without a release there is none.
 */
export const interfaceFaults = (project: string): readonly string[] => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
  const tag = ((): string | undefined => {
    try {
      // From the commit before: the commit of a release has the tag of its own version.
      return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').trim();
    } catch {
      return undefined;
    }
  })();
  if (tag === undefined) return [];

  const { version } = JSON.parse(readFileSync(join(project, 'packages/domain/package.json'), 'utf8'));
  const intents = globSync('.changeset/*.md', { cwd: project }).map((file) =>
    readFileSync(join(project, file), 'utf8'),
  );
  const pending = levels.findLast((level) => intents.some((text) => new RegExp(`^"@.*": ${level}$`, 'm').test(text)));
  const planned = tag === `v${version}` ? (pending ?? 'none') : between(tag.slice(1), version);

  const unsaid = noticed.filter((file) => planned === 'none' && git('diff', '--name-only', tag, '--', file) !== '');
  const ofFiles = unsaid.map((file) => `${file} differs from ${tag}, and no change says so: run "npm run change".`);
  const ofReports = git('ls-tree', '--name-only', tag, `${reportFolder}/`)
    .split('\n')
    .filter((report) => report !== '')
    .flatMap((report) => {
      const [now = ''] = globSync(report, { cwd: project }).map((file) => readFileSync(join(project, file), 'utf8'));
      const demanded = demandedBy(git('show', `${tag}:${report}`), now);
      if (!isBelow(planned, demanded)) return [];
      const name = basename(report, '.api.md');
      return [
        `The interface of ${name} differs from ${tag} by a ${demanded} change: run "npm run change -- --bump ${demanded}".`,
      ];
    });
  return [...ofReports, ...ofFiles];
};
