import { type ChildProcess, spawn } from 'node:child_process';
import { projectFile } from '../project-file.ts';

/** The service run from its TypeScript sources, or as it is built for npm and the container. */
export type ServiceForm = 'source' | 'built';

/** How a process of the service ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of the service: its command line, its environment and its output, nothing else is known. */
export interface ServiceProcess {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Calls back whenever the process has printed something or has ended. */
  readonly onChange: (listener: () => void) => void;
  /** How the process ended; undefined while it runs. */
  readonly ended: () => Ended | undefined;
}

export interface ServiceCommand {
  readonly form?: ServiceForm;
  /** The program to run it with; without it, the Node.js of the tests. */
  readonly node?: string;
  readonly args: readonly string[];
  /** The whole environment beside PATH: nothing of the tests' own environment gets through. */
  readonly env?: Readonly<Record<string, string>>;
  /** The descriptor that standard output goes to; without it, `stdout` of the process has it. */
  readonly stdout?: number;
}

const commandOf: Readonly<Record<ServiceForm, readonly string[]>> = {
  source: ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')],
  built: [projectFile('apps/service/dist/main.js')],
};

// Whatever becomes of the tests, no process of theirs outlives them.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process of the service. */
export const runService = ({
  form = 'source',
  node = process.execPath,
  args,
  env = {},
  stdout,
}: ServiceCommand): ServiceProcess => {
  const child = spawn(node, [...commandOf[form], ...args], {
    cwd: projectFile(''),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const listeners: (() => void)[] = [];
  let ended: Ended | undefined;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  running.add(child);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (printed: string) => {
      output[name] += printed;
      changed();
    });
  }
  child.on('error', (error) => {
    output.stderr += String(error);
  });
  child.on('close', (code, signal) => {
    running.delete(child);
    ended = { code, signal };
    changed();
  });

  return {
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: (signal) => void child.kill(signal),
    onChange: (listener) => void listeners.push(listener),
    ended: () => ended,
  };
};

/** Waits until something holds of a process; an error with all it printed when that does not come in time. */
export const waitFor = <A>(
  service: ServiceProcess,
  look: () => A | undefined,
  what: string,
  within = 20_000,
): Promise<A> =>
  new Promise((resolve, reject) => {
    let settled = false;
    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
    };
    const fail = (reason: string): void => {
      settle();
      reject(new Error(`${what}: ${reason}; the service printed:\n${service.stdout()}\n${service.stderr()}`));
    };
    const timer = setTimeout(() => fail(`not within ${within} ms`), within);
    const check = (): void => {
      if (settled) return;
      try {
        const found = look();
        const ended = service.ended();
        if (found !== undefined) {
          settle();
          resolve(found);
        } else if (ended !== undefined) fail(`the process has ended with ${JSON.stringify(ended)}`);
      } catch (error) {
        fail(String(error));
      }
    };
    service.onChange(check);
    check();
  });

/** Waits for the end of a process. */
export const waitForEnd = (service: ServiceProcess, within?: number): Promise<Ended> =>
  waitFor(service, service.ended, 'The end of the process', within);
