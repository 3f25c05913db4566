import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, test } from 'vitest';
import { createSampleProject } from './sample-project.ts';

// "Bundles" the only source, which first says what the bundler does.
const bundler = `
  import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  const target = process.argv[2];
  mkdirSync(target + '/dist');
  const source = 'apps/service/src/main.js';
  const [, does] = readFileSync(source, 'utf8').match(/^\\/\\/ (.*)/) ?? [];
  cpSync(source, target + '/dist/main.js');
  process.stderr.write('bundled\\n');
  if (does === 'wait') {
    writeFileSync('bundling', '');
    while (!existsSync('finish')) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  if (does === 'fail') process.exit(1);
`;

const projectWithService = async () => {
  const { folder, addPnpm, start } = await createSampleProject();
  await addPnpm('12.0.1', 'echo installed >> installations');
  for (const name of ['apps/service/src', 'packages/domain/src', 'tools/packages']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  await write('tools/packages/bundle.ts', bundler);
  await write('package.json', '{ "type": "module" }');
  await write('pnpm-lock.yaml', 'first');
  return {
    folder,
    write,
    program: (text: string) => write('apps/service/src/main.js', text),
    service: (...args: readonly string[]) => start(['animal-store', ...args]),
    bundles: async () => (await readdir(folder)).filter((name) => name.startsWith('.bundle-')),
    bundling: () => expect.poll(() => existsSync(join(folder, 'bundling')), { timeout: 10_000 }).toBe(true),
  };
};

test('a service whose sources have not changed runs without the bundler and without dependencies', async () => {
  const { folder, program, service } = await projectWithService();
  await program('console.log(process.argv.slice(2)); process.exitCode = 7');
  const stdout = "[ 'serve', '--flag', '' ]\n";
  expect(await service('serve', '--flag', '').outcome).toEqual({ code: 7, stdout, stderr: 'bundled\n' });
  expect(await service('serve', '--flag', '').outcome).toEqual({ code: 7, stdout, stderr: '' });
  expect(await readFile(join(folder, 'installations'), 'utf8')).toBe('installed\n');
});

test.each(['apps/service/src/new.ts', 'packages/domain/src/new.ts', 'pnpm-lock.yaml', 'tools/packages/bundle.ts'])(
  'a change of %s is noticed',
  async (file) => {
    const { folder, program, service } = await projectWithService();
    await program('');
    await service().outcome;
    await appendFile(join(folder, file), '//');
    expect((await service().outcome).stderr).toBe('bundled\n');
  },
);

test('a source of the same size is noticed, and a return to an older one needs no bundler', async () => {
  const { program, service } = await projectWithService();
  const outcomes = [];
  for (const text of ['1', '2', '1']) {
    await program(`console.log(${text})`);
    outcomes.push(await service().outcome);
  }
  expect(outcomes.map(({ stdout, stderr }) => stdout + stderr)).toEqual(['1\nbundled\n', '2\nbundled\n', '1\n']);
});

test('sources that cannot be bundled start no older bundle', async () => {
  const { program, service, bundles } = await projectWithService();
  await program('console.log("old")');
  await service().outcome;
  const older = await bundles();
  await program('// fail');
  const stderr = 'bundled\nCould not bundle the service.\n';
  expect(await service().outcome).toEqual({ code: 1, stdout: '', stderr });
  expect(await bundles()).toEqual(older);
});

test('an incomplete bundle never runs', async () => {
  const { folder, program, service, bundling, write } = await projectWithService();
  await program('// wait\nconsole.log("complete")');
  const killed = service();
  await bundling();
  killed.process.kill('SIGKILL');
  await rm(join(folder, 'bundling'));
  const next = service();
  await bundling();
  await write('finish', '');
  expect(await next.outcome).toEqual({ code: 0, stdout: 'complete\n', stderr: 'bundled\n' });
});

test('a source that changes while it is bundled is bundled again', async () => {
  const { program, service, bundling, write, bundles } = await projectWithService();
  await program('// wait\nconsole.log("first")');
  const run = service();
  await bundling();
  await program('console.log("second")');
  await write('finish', '');
  expect((await run.outcome).stdout).toBe('second\n');
  expect(await bundles()).toHaveLength(1);
});

test('concurrent starts make the same bundle', async () => {
  const { program, service, bundling, write, bundles } = await projectWithService();
  await program('// wait\nconsole.log("runs")');
  const runs = [service(), service()];
  await bundling();
  await expect.poll(async () => (await bundles()).length, { timeout: 10_000 }).toBe(2);
  await write('finish', '');
  for (const { outcome } of runs) expect(await outcome).toMatchObject({ code: 0, stdout: 'runs\n' });
  expect(await bundles()).toHaveLength(1);
});

test('five bundles are kept', async () => {
  const { program, service, bundles } = await projectWithService();
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await program(`console.log(${number})`);
    await service().outcome;
  }
  expect(await bundles()).toHaveLength(5);
});

test('npm start runs the service of this project', () => {
  const { PATH, HOME } = process.env;
  const options = { cwd: projectFile(''), env: { PATH, HOME, ADMIN_PORT: '0' }, encoding: 'utf8' } as const;
  expect(execFileSync('npm', ['start', '--silent', '--', '--check'], options)).toContain('store    in memory');
});
