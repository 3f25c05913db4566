import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The reports, as a pathspec of git: what each package exports, as `npm run interfaces` writes it. */
export const reports = ':(glob)*/*/etc/*.api.md';

const levels = ['patch', 'minor', 'major'] as const;
type Level = (typeof levels)[number];
type Declarations = ReadonlyMap<string, readonly string[]>;

/** The lines of each declaration, by the words with which it begins, such as `export const maxInt64`. */
const declarationsIn = (report: string): Declarations => {
  const declarations = new Map<string, readonly string[]>();
  for (const block of report.split('\n\n')) {
    // Imports and comments are not part of the interface.
    const lines = block.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*|import |$)/.test(line));
    const name = /^[\w$ ]+/.exec(lines[0] ?? '')?.[0].trim();
    if (name !== undefined) declarations.set(name, [...(declarations.get(name) ?? []), ...lines]);
  }
  return declarations;
};

/** Whether the lines are still there, in their order. */
const hasKept = (lines: readonly string[], now: readonly string[] = []): boolean => {
  let place = 0;
  return lines.every((line) => {
    place = now.indexOf(line, place) + 1;
    return place > 0;
  });
};

const stepBetween = (last: string, version: string): Level => {
  const [from = [], to = []] = [last, version].map((each) => each.split(/[.-]/));
  return levels[2 - [0, 1, 2].findIndex((place) => place === 2 || from[place] !== to[place])] ?? 'patch';
};

/**
 * The interfaces that have changed since the last release by more than the version says. A declaration that was removed or has lost
 * a line demands a major version; one that is new or has more lines demands at least a minor one.
 */
export const interfaceFaults = (project: string, version: string, last: string): readonly string[] => {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: project, encoding: 'utf8' });
  const named = git('ls-tree', '-r', '--name-only', `v${last}`, 'apps/', 'packages/').split('\n');
  return named.flatMap((report) => {
    if (!report.endsWith('.api.md')) return [];
    const file = join(project, report);
    const before = declarationsIn(git('show', `v${last}:${report}`));
    const now = declarationsIn(existsSync(file) ? readFileSync(file, 'utf8') : '');
    const broken = [...before].filter(([name, lines]) => !hasKept(lines, now.get(name))).map(([name]) => name);
    const added = [...now].filter(([name, lines]) => lines.length !== before.get(name)?.length).map(([name]) => name);
    const demanded = broken.length > 0 ? 'major' : added.length > 0 ? 'minor' : 'patch';
    if (levels.indexOf(demanded) <= levels.indexOf(stepBetween(last, version))) return [];
    const what = broken.length > 0 ? `removed or changed: ${broken.join(', ')}` : `added: ${added.join(', ')}`;
    return [
      `The interface of ${basename(report, '.api.md')} has ${what}. After ${last} that is a ${demanded} change, and ${version} is not: run "npm run change -- --bump ${demanded}", then "npm run release:version".`,
    ];
  });
};
