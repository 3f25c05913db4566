import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@animal-store/testkit/free-port';
import { describe, expect, test } from 'vitest';
import { createSampleProject, type SampleProject } from './sample-project.ts';

const fetching = 'Fetching Node.js 24.21.0 and pnpm 12.21.0 from the npm registry (once, about 10 s) …\n';
const installedName = `node-24.21.0-pnpm-12.21.0-${process.platform}-${process.arch}`;

interface Registry {
  readonly nodeVersion?: string;
  /** The behaviour of npm after it has fetched Node.js and before it has fetched pnpm, as JavaScript. */
  readonly halfway?: string;
}

/** An npm that fetches a fake Node.js and a fake pnpm, which print their version and their arguments. */
const npmScript = ({ nodeVersion = '24.21.0', halfway = '' }: Registry): string => `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
fs.appendFileSync(path.join(__dirname, 'calls'), process.argv.slice(2).join(' ') + '\\n');
const put = (file, lines) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\\n'), { mode: 0o755 });
};
const [node, pnpm] = process.argv.slice(-2).map((wanted) => wanted.slice(0, wanted.lastIndexOf('@')));
put(path.join('node_modules', node, 'bin/node'), ['[ "$1" = --version ] && echo v${nodeVersion} || echo "private node $*"']);
${halfway}
put(path.join('node_modules', pnpm, 'pnpm'), ['[ "$1" = --version ] && echo 12.21.0 || exit 0']);
`;

const toolchainsIn = ({ folder }: SampleProject): Promise<readonly string[]> => readdir(join(folder, '.toolchain'));

const projectWithNpm = async (registry: Registry = {}): Promise<SampleProject> => {
  const project = await createSampleProject();
  await project.addProgram('npm', npmScript(registry));
  return project;
};

describe('a machine without the toolchain', () => {
  test('gets it once, by exact versions and without install scripts', async () => {
    const project = await projectWithNpm();
    const first = await project.start(['node', 'a', 'b c']).outcome;
    const second = await project.start(['node']).outcome;
    expect(first).toEqual({ code: 0, stdout: 'private node a b c\n', stderr: fetching });
    expect(second).toEqual({ code: 0, stdout: 'private node \n', stderr: '' });
    expect(await toolchainsIn(project)).toEqual([installedName]);
    expect(await readFile(join(project.folder, 'programs/calls'), 'utf8')).toMatch(
      /^install --ignore-scripts --no-package-lock --no-audit --no-fund --prefix \S+ node-\S+@24\.21\.0 @pnpm\/exe\.\S+@12\.21\.0\n$/,
    );
  });

  test.each(['22.22.0', '25.1.0'])('includes one with Node.js %s', async (version) => {
    const project = await projectWithNpm();
    await project.addPnpm('12.0.1');
    expect((await project.start(['node'], { nodeVersion: version }).outcome).stderr).toBe(fetching);
  });

  test('gets one toolchain from two concurrent runs', async () => {
    const project = await projectWithNpm();
    const outcomes = await Promise.all(['a', 'b'].map((name) => project.start(['node', name]).outcome));
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(['private node a\n', 'private node b\n']);
    expect(await toolchainsIn(project)).toEqual([installedName]);
  });
});

describe('an incomplete toolchain', () => {
  test('is not kept if a signal interrupts the download', async () => {
    const project = await projectWithNpm({
      halfway: 'setInterval(() => {}, 1000); fs.writeFileSync(__dirname + "/half", ""); return;',
    });
    const run = project.start(['node']);
    await expect.poll(() => existsSync(join(project.folder, 'programs/half')), { timeout: 10_000 }).toBe(true);
    run.process.kill('SIGTERM');
    const { code, stderr } = await run.outcome;
    const reason = 'Fetching Node.js 24.21.0 and pnpm 12.21.0 was interrupted.\n';
    expect([code, stderr, await toolchainsIn(project)]).toEqual([1, fetching + reason, []]);
  });

  test('is not kept if it does not work', async () => {
    const project = await projectWithNpm({ nodeVersion: '23.0.0' });
    const { code, stderr } = await project.start(['node']).outcome;
    const reason = 'The fetched Node.js 24.21.0 and pnpm 12.21.0 do not work here: v23.0.0, 12.21.0.\n';
    expect([code, stderr, await toolchainsIn(project)]).toEqual([1, fetching + reason, []]);
  });
});

test('a registry that cannot be reached is reported with the cause', async () => {
  const project = await createSampleProject();
  const registry = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout, stderr } = await project.start(['node'], {
    env: { npm_config_registry: registry, npm_config_fetch_retries: '0' },
  }).outcome;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const reason = /^Could not fetch Node\.js 24\.21\.0 and pnpm 12\.21\.0 with npm:\n.*ECONNREFUSED/s;
  expect(stderr.replace(fetching, '')).toMatch(reason);
  expect(await toolchainsIn(project)).toEqual([]);
});
