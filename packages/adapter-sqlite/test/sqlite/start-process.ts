import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process of Node.js that prints a line for each of its steps. */
export interface TestProcess {
  /** The next line of its standard output. Rejects if there is none. */
  readonly line: () => Promise<string>;
  readonly write: (text: string) => void;
  readonly ended: Promise<unknown>;
}

export const startProcess = (...parameters: readonly string[]): TestProcess => {
  const child = spawn(process.execPath, ['--conditions=@animal-store/source', ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    line: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The process has ended');
      return value;
    },
    write: (text) => child.stdin.write(text),
    ended: once(child, 'exit'),
  };
};
