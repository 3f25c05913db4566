import { execFile } from 'node:child_process';
import { compileCache } from '@animal-store/testkit/compile-cache';
import { projectFile } from '@animal-store/testkit/project-file';
import { describe, expect, it } from 'vitest';

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Run = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Outcome>;

const runFile =
  (file: string): Run =>
  (args, env = {}) =>
    new Promise((resolve) => {
      const options = { env: { PATH: process.env['PATH'], ...compileCache, ...env } };
      const child = execFile(process.execPath, [projectFile(file), ...args], options, (_, out, err) =>
        resolve({ code: child.exitCode, stdout: out, stderr: err }),
      );
    });

const run = runFile('tools/outside/main.ts');

describe('test:outside', () => {
  it('says that nothing was tested where there is no Python', async () => {
    expect(await run([], { PYTHON: '/nowhere/python3' })).toEqual({
      code: 69,
      stdout: '',
      stderr:
        'test:outside: nothing was tested: it needs Python 3.11 or newer with venv and pip, and /nowhere/python3 does ' +
        'not qualify: install it (Debian: python3-venv), or name it in the variable PYTHON\n',
    });
  });

  it('does not take a program for Python because it ends well', async () => {
    expect((await run([], { PYTHON: 'true' })).code).toBe(69);
  });

  it('explains itself', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const option of ['--seed <n>', '--examples <n>', '--store <name>']) expect(stdout).toContain(option);
  });

  it.each([
    [['--seed', '-1'], 'It must be a whole number between 0 and 4294967295.'],
    [['--seed', '4294967296'], 'It must be a whole number between 0 and 4294967295.'],
    [['--examples', '0'], 'It must be a whole number between 1 and 100000.'],
    [['--store', 'disk'], 'Allowed choices are memory, sqlite, mongodb.'],
    [['more'], 'too many arguments'],
  ])('refuses %j', async (args, reason) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('test:clients', () => {
  it('says that nothing was tested where there is no Java', async () => {
    expect(await runFile('tools/outside/clients/main.ts')([], { PATH: '/nowhere' })).toEqual({
      code: 69,
      stdout: '',
      stderr:
        'test:clients: nothing was tested: the generator needs Java 11 or newer: install it (Debian: ' +
        'default-jdk-headless)\n',
    });
  });
});
