import { describe, expect, it } from 'vitest';
import { type Outcome, runToEnd } from './run-to-end.ts';

/** The command line: help on request, and one clear sentence about wrong usage. */
export const describeCommandLine = (): void => {
  const run = (...args: readonly string[]): Promise<Outcome> => runToEnd({ args, env: { PORT: '0', ADMIN_PORT: '0' } });

  describe('command line', () => {
    it.each([['--help'], ['-h'], ['serve', '--help'], ['keys', '--help'], ['keys', 'issue', '--help']])(
      'shows its usage for %s %s %s',
      async (...args) => {
        const { code, stdout, stderr } = await run(...args);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/usage/i);
        expect(stdout).toContain(args[0] === 'keys' ? 'keys' : 'serve');
      },
    );

    it.each([
      ['an unknown command', ['sevre'], 'sevre'],
      ['an unknown option', ['serve', '--prot=1'], '--prot'],
      ['an unknown short option', ['serve', '-z'], '-z'],
      ['an argument too many', ['serve', 'now'], 'now'],
      ['an unknown option before the command', ['--verbos', 'serve'], '--verbos'],
      ['an unknown command about keys', ['keys', 'isue'], 'isue'],
    ])('ends with 2 on %s', async (_, args, named) => {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(named);
      expect(stderr).not.toMatch(/\n\s+at |node:internal|TypeError/);
    });
  });
};
