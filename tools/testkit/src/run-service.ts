import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithTests } from './processes.ts';
import { projectFile } from './project-file.ts';

/** The outcome of a process of the service. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceCommand {
  readonly args: readonly string[];
  /** The whole environment except PATH and the compile cache. The environment of the tests is not inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** The descriptor for standard output. Without it, `stdout` of the process collects the output. */
  readonly stdout?: number | undefined;
  /** The same for standard error. */
  readonly stderr?: number | undefined;
}

const program = ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')];

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Starts a process of the service, and collects its output. */
export const runService = ({ args, env = {}, stdout, stderr }: ServiceCommand) => {
  const child = endWithTests(
    spawn(process.execPath, [...program, ...args], {
      cwd: projectFile(''),
      env: { PATH, NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', stdout ?? 'pipe', stderr ?? 'pipe'],
    }),
  );
  const output = { stdout: '', stderr: '' };
  let ended: Ended | undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (printed: string) => {
      output[name] += printed;
    });
  }
  child.on('error', (error) => {
    output.stderr += String(error);
  });
  child.on('close', (code, signal) => {
    ended = { code, signal };
  });
  return {
    pid: child.pid,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** The outcome of the process; undefined while it runs. */
    ended: (): Ended | undefined => ended,
  };
};

export type ServiceProcess = ReturnType<typeof runService>;

/** Waits until a condition on a process is true. Throws an error with its output if that takes too long. */
export const waitFor = async <A>(
  { ended, stdout, stderr }: ServiceProcess,
  look: () => A | undefined,
  what: string,
  withinMS = 20_000,
): Promise<A> => {
  const describe = (): string =>
    `${what} does not come, the process: ${JSON.stringify(ended() ?? 'runs')}; it printed:\n${stdout()}\n${stderr()}`;
  // Not `vi.waitUntil`: the benchmark runs without Vitest.
  const deadline = performance.now() + withinMS;
  for (;;) {
    const isOver = ended() !== undefined || performance.now() > deadline;
    const found = look();
    if (found !== undefined) return found;
    if (isOver) throw new Error(describe());
    await pause(20);
  }
};

/** Waits until a process ends, and returns its outcome. A process that hangs is killed. */
export const waitForEnd = async (service: ServiceProcess, within?: number): Promise<Ended> => {
  try {
    return await waitFor(service, service.ended, 'The end of the process', within);
  } catch (error) {
    service.kill('SIGKILL');
    throw error;
  }
};

/** Runs the service until it ends by itself. Returns its outcome and its complete output. */
export const runToEnd = async (command: ServiceCommand) => {
  const service = runService(command);
  return { ...(await waitForEnd(service)), stdout: service.stdout(), stderr: service.stderr() };
};
