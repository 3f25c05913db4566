import { type ChildProcess, spawn } from 'node:child_process';
import { compileCache } from '../compile-cache.ts';
import { projectFile } from '../project-file.ts';

/** How to run the service: from its TypeScript sources, or compiled for npm and the container. */
export type ServiceForm = 'source' | 'built';

/** The outcome of a process of the service. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of the service: its command line, its environment and its output. */
export interface ServiceProcess {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Calls back after each output of the process and after its end. */
  readonly onChange: (listener: () => void) => void;
  /** The outcome of the process; undefined while it runs. */
  readonly ended: () => Ended | undefined;
}

export interface ServiceCommand {
  readonly form?: ServiceForm;
  /** The program that runs it; the Node.js of the tests by default. */
  readonly node?: string;
  readonly args: readonly string[];
  /** The whole environment except PATH and the compile cache. The environment of the tests is not inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** The descriptor for standard output. Without it, `stdout` of the process collects the output. */
  readonly stdout?: number;
}

const commandOf: Readonly<Record<ServiceForm, readonly string[]>> = {
  source: ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')],
  built: [projectFile('apps/service/dist/main.js')],
};

// No process of the tests may outlive them.
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
    env: { PATH: process.env['PATH'], ...compileCache, ...env },
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

/** Waits until a condition on a process is true. Throws an error with its output if that takes too long. */
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

/** Waits until a process ends. */
export const waitForEnd = (service: ServiceProcess, within?: number): Promise<Ended> =>
  waitFor(service, service.ended, 'The end of the process', within);
