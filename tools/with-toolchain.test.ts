import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { createSampleProject, type SampleProject } from './toolchain/sample-project.ts';

const projectWithPnpm = async (script?: string): Promise<SampleProject> => {
  const project = await createSampleProject();
  await project.addPnpm('12.0.1', script);
  return project;
};

describe('an old Node.js', () => {
  test('runs the file that reports that it is too old', async () => {
    const source = await readFile(join(import.meta.dirname, 'with-toolchain.cjs'), 'utf8');
    expect(() => parse(source, { ecmaVersion: 2015 })).not.toThrow();
  });

  test('is refused with one line', async () => {
    const { start } = await projectWithPnpm();
    const stderr = 'This project needs Node.js 20 or newer, and this is 19.9.0.\n';
    expect(await start(['node', '-v'], { nodeVersion: '19.9.0' }).outcome).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('the command', () => {
  test('gets its arguments, the folder and the output unchanged', async () => {
    const { start } = await projectWithPnpm('echo "Already up to date"; echo "a warning" >&2');
    const script = 'console.log(JSON.stringify([process.cwd(), ...process.argv.slice(1)])); console.error("said")';
    const cwd = await realpath(tmpdir());
    expect(await start(['node', '-e', script, '--', '--flag', 'two words', ''], { cwd }).outcome).toEqual({
      code: 0,
      stdout: `${JSON.stringify([cwd, '--flag', 'two words', ''])}\n`,
      stderr: 'said\n',
    });
  });

  test.each([
    [['node', '-e', 'process.exit(7)'], 7, ''],
    [['node', '-e', 'process.kill(process.pid, "SIGKILL")'], 128 + 9, ''],
    [['no-such-program'], 1, 'Could not run no-such-program: spawn no-such-program ENOENT.\n'],
    [[], 1, 'Usage: node tools/with-toolchain.cjs <command> [argument …]\n'],
  ])('%j ends the bootstrap with %d', async (commandLine, code, stderr) => {
    const { start } = await projectWithPnpm();
    expect(await start(commandLine).outcome).toEqual({ code, stdout: '', stderr });
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('gets a %s, and the bootstrap waits for its end', async (signal) => {
    const { start } = await projectWithPnpm();
    const stopSlowly = `process.on('${signal}', () => setTimeout(() => { console.log('stopped'); process.exit(0); }, 50))`;
    const run = start(['node', '-e', `${stopSlowly}; setInterval(() => {}, 1000); console.log('ready')`]);
    await once(run.process.stdout, 'readable');
    run.process.kill(signal);
    expect(await run.outcome).toEqual({ code: 0, stdout: 'ready\nstopped\n', stderr: '' });
  });

  test('gets the settings of the user, but no variables of the outer npm run', async () => {
    const { start } = await projectWithPnpm();
    const names = 'npm_config_prefix npm_config_loglevel NPM_CONFIG_GLOBAL npm_config_registry'.split(' ');
    const env = Object.fromEntries(names.map((name) => [name, 'http://registry.example']));
    const script = `${JSON.stringify(names)}.filter((name) => name in process.env).join()`;
    expect((await start(['node', '-p', script], { env }).outcome).stdout).toBe('npm_config_registry\n');
  });
});

describe('the dependencies', () => {
  test('are installed by the lockfile, at the root of the project, without a prompt', async () => {
    const { folder, start } = await projectWithPnpm('echo "$PWD: $*" > install');
    await mkdir(join(folder, 'inner'));
    await start(['node', '-e', '0'], { cwd: join(folder, 'inner') }).outcome;
    expect(await readFile(join(folder, 'install'), 'utf8')).toBe(
      `${folder}: install --frozen-lockfile --prod=false --config.confirmModulesPurge=false --reporter=append-only\n`,
    );
  });

  test('that cannot be installed keep the command from running', async () => {
    const { folder, start } = await projectWithPnpm('echo "no such package" >&2; exit 3');
    expect(await start(['node', '-e', 'fs.writeFileSync("ran", "")']).outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: 'no such package\nCould not install the dependencies: pnpm ended with 3.\n',
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
