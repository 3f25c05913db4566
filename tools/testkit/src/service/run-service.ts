import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { compileCache } from '../compile-cache.ts';
import { endWithTests } from '../end-with-tests.ts';
import { projectFile } from '../project-file.ts';
import { untilFound } from '../until-found.ts';

/** How to run the service: from its TypeScript sources, or compiled for npm and the container. */
export type ServiceForm = 'source' | 'built';

/** The outcome of a process of the service. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
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

/** Starts a process of the service, and collects its output. */
export const runService = ({ form = 'source', node = process.execPath, args, env = {}, stdout }: ServiceCommand) => {
  const child = endWithTests(
    spawn(node, [...commandOf[form], ...args], {
      cwd: projectFile(''),
      env: { PATH: process.env['PATH'], ...compileCache, ...env },
      stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    }),
  );
  const output = { stdout: '', stderr: '' };
  const changes = new EventEmitter();
  let ended: Ended | undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (printed: string) => {
      output[name] += printed;
      changes.emit('change');
    });
  }
  child.on('error', (error) => {
    output.stderr += String(error);
  });
  child.on('close', (code, signal) => {
    ended = { code, signal };
    changes.emit('change');
  });

  return {
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Emits `change` after each output of the process and after its end. */
    changes,
    /** The outcome of the process; undefined while it runs. */
    ended: (): Ended | undefined => ended,
  };
};

export type ServiceProcess = ReturnType<typeof runService>;

/** Waits until a condition on a process is true. Throws an error with its output if that takes too long. */
export const waitFor = <A>(
  service: ServiceProcess,
  look: () => A | undefined,
  what: string,
  withinMS = 20_000,
): Promise<A> =>
  untilFound({
    changes: service.changes,
    look,
    whyOver: () => service.ended() && `the process has ended with ${JSON.stringify(service.ended())}`,
    withinMS,
    describe: (reason) => `${what}: ${reason}; the service printed:\n${service.stdout()}\n${service.stderr()}`,
  });

/** Waits until a process ends. */
export const waitForEnd = (service: ServiceProcess, within?: number): Promise<Ended> =>
  waitFor(service, service.ended, 'The end of the process', within);
