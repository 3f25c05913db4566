import { type Outcome, runToEnd } from '@animal-store/testkit/service';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { preload, whenLoading } from './preload.ts';

/** The command line: help on request, and one clear sentence about wrong usage. */
const run = (...args: readonly string[]): Promise<Outcome> => runToEnd({ args, env: { PORT: '0', ADMIN_PORT: '0' } });

describe('command line', () => {
  it.each([['--help'], ['serve', '--help'], ['keys', 'issue', '--help']])(
    'shows its usage for %s %s %s',
    async (...args) => {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/usage/i);
      expect(stdout).toContain(args[0] === 'keys' ? 'keys' : 'serve');
    },
  );

  it('names the version of its package and the revision of the build', async () => {
    const env = { ANIMAL_STORE_REVISION: 'abc123' };
    expect(await runToEnd({ args: ['--version'], env })).toMatchObject({
      code: 0,
      stdout: `${manifest.version} (revision abc123)\n`,
    });
  });

  it('checks what would run by serve --check, with 1 and one sentence if it cannot', async () => {
    const checked = await run('serve', '--check');
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    expect(checked.stdout).toMatch(/^The service can start with this configuration:\n/);
    expect(await runToEnd({ args: ['serve', '--check'], env: { SQLITE_FILE: '/' } })).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: 'animal-store: SQLITE_FILE: / is not a regular file\n',
    });
  });

  it.each([
    ['an unknown command', ['sevre'], 'sevre'],
    ['an unknown option', ['serve', '--prot=1'], '--prot'],
    ['an argument too many', ['serve', 'now'], 'now'],
    ['an unknown command about keys', ['keys', 'isue'], 'isue'],
  ])('ends with 2 on %s', async (_, args, named) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/\n\s+at |node:internal|TypeError/);
  });

  describe('refuses a Node.js that is too old with one sentence, before it loads anything else', () => {
    const refusal = (version: string): Outcome => ({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `animal-store: Node.js 24.16.0 or newer is required, and this is Node.js ${version}\n`,
    });
    const olderVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.0' } });`;
    const env = preload(whenLoading(`throw new Error('loaded')`) + olderVersion);

    it.each([
      ['source', 'serve'],
      ['built', 'keys'],
    ] as const)('%s, %s', async (form, argument) => {
      expect(await runToEnd({ form, args: [argument], env })).toEqual(refusal('22.17.0'));
    });
  });
});
