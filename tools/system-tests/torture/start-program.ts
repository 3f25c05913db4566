import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@animal-store/testkit/compile-cache';
import { endWithTests } from '@animal-store/testkit/end-with-tests';
import type { Ended } from '@animal-store/testkit/service';

/** A program of this folder in a process of its own, which responds to each message with one message. */
export interface Program {
  /** Sends a message and waits for the response. Rejects if the process ends first. */
  readonly call: (message: object) => Promise<unknown>;
  /** Waits for the first message, which the program sends by itself. */
  readonly firstMessage: Promise<unknown>;
  readonly ended: Promise<Ended>;
  readonly isRunning: () => boolean;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly output: () => string;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly nodeOptions?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program of this folder. */
export const startProgram = (name: string, { args = [], nodeOptions = [], env = {} }: ProgramOptions = {}): Program => {
  const child = endWithTests(
    fork(fileURLToPath(new URL(name, import.meta.url)), args, {
      execArgv: [...nodeOptions],
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...compileCache, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    }),
  );
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  let isRunning = true;
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    isRunning = false;
    return { code, signal };
  });
  const message = async (): Promise<unknown> => {
    const failed = ended.then((how) => {
      throw new Error(`${name} ended with ${JSON.stringify(how)}: ${output}`);
    });
    const [received] = await Promise.race([once(child, 'message'), failed]);
    return received;
  };
  const firstMessage = message();
  firstMessage.catch(() => undefined);
  return {
    call: (content) => {
      const received = message();
      child.send(content, () => undefined);
      return received;
    },
    firstMessage,
    ended,
    isRunning: () => isRunning,
    kill: (signal) => void child.kill(signal),
    output: () => output,
  };
};
