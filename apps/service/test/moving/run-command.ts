import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { CommandSurroundings } from '../../src/commands/command-surroundings.ts';

export interface CommandRun {
  readonly environment?: NodeJS.ProcessEnv;
  readonly stdin?: Readable;
  readonly stopOnSignal?: CommandSurroundings['stopOnSignal'];
}

export interface RunningCommand {
  readonly stdout: Readable;
  /** Its messages for people. Those that do not go to standard output begin with the name of their kind. */
  readonly said: Promise<readonly string[]>;
}

/** Runs a command in this process, which takes far less time than another process. */
export const startCommand = (
  make: (surroundings: CommandSurroundings) => Command,
  args: readonly string[],
  { environment = {}, stdin = Readable.from([]), stopOnSignal = () => undefined }: CommandRun = {},
): RunningCommand => {
  const sentences: string[] = [];
  const say = (prefix: string) => (what: string) => void sentences.push(`${prefix}${what}`);
  const stdout = new PassThrough();
  const command = make({
    environment,
    stdin,
    stdout,
    print: say(''),
    warn: say('warns: '),
    showProgress: undefined,
    reportFailure: say('fails: '),
    stopOnSignal,
    endBySignal: say('ends by '),
  });
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  const run = async (): Promise<readonly string[]> => {
    await command.parseAsync(args, { from: 'user' }).catch((error: Error) => say('usage: ')(error.message));
    stdout.end();
    return sentences;
  };
  return { stdout, said: run() };
};

/** Runs a command to its end. Returns its messages, and then its data on standard output. */
export const runCommand = async (...given: Parameters<typeof startCommand>): Promise<readonly string[]> => {
  const { stdout, said } = startCommand(...given);
  const [sentences, data] = await Promise.all([said, text(stdout)]);
  return data === '' ? sentences : [...sentences, data];
};
