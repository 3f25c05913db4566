import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that adds animals; see `processes/add-pets.ts`. */
export interface AddingProcess {
  /** The ids it was given, or the tags of its failures. Fails when the process ends without telling. */
  readonly ids: Promise<readonly (bigint | string)[]>;
  /** Ends it at once, as `kill -9` does. */
  readonly kill: () => Promise<void>;
}

const told = async (child: ChildProcess): Promise<readonly (bigint | string)[]> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code} and said nothing`))),
  ]);
  return message;
};

/** Starts a process of its own that adds `count` animals of one name, all at once. */
export const startProcess = (uri: string, name: string, count: number, key?: string): AddingProcess => {
  const script = new URL('../processes/add-pets.ts', import.meta.url);
  const child = fork(script, [uri, name, String(count), ...(key === undefined ? [] : [key])], {
    execArgv: ['--conditions=@animal-store/source'],
    serialization: 'advanced',
  });
  const ids = told(child);
  // Whoever kills the process does not wait for its ids.
  ids.catch(() => undefined);
  return {
    ids,
    kill: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
