import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';
import type { AtEnd } from './at-end.ts';
import type { RunningApi } from './http.ts';
import { endWithTests } from './processes.ts';
import { projectFile } from './project-file.ts';

type Environment = Readonly<Record<string, string>>;

/** The outcome of a process of the service. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface ServiceCommand {
  readonly args: readonly string[];
  /** The whole environment except PATH and the compile cache. The environment of the tests is not inherited. */
  readonly env?: Environment;
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

type ServiceProcess = ReturnType<typeof runService>;

/** Waits until a condition on a process is true. Throws an error with its output if that takes too long. */
export const waitFor = async <A>(
  { ended, stdout, stderr }: ServiceProcess,
  look: () => A | undefined,
  what: string,
  withinMS = 20_000,
): Promise<A> => {
  let found: A | undefined;
  const isOver = (): boolean => {
    const hasEnded = ended() !== undefined;
    found = look();
    return found !== undefined || hasEnded;
  };
  await vi.waitUntil(isOver, { timeout: withinMS, interval: 20 }).catch(() => undefined);
  if (found !== undefined) return found;
  const state = JSON.stringify(ended() ?? 'runs');
  throw new Error(`${what} does not come, the process: ${state}; it printed:\n${stdout()}\n${stderr()}`);
};

/** Waits until a process ends, and returns its outcome. */
export const waitForEnd = (service: ServiceProcess, withinMS?: number): Promise<Ended> =>
  waitFor(service, service.ended, 'The end of the process', withinMS);

/** Runs the service until it ends by itself. Returns its outcome and its complete output. */
export const runToEnd = async (command: ServiceCommand) => {
  const service = runService(command);
  return { ...(await waitForEnd(service)), stdout: service.stdout(), stderr: service.stderr() };
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new well-formed API key, made independently of the service so that the service's own format is tested too. */
export const makeApiKey = (): string => {
  const body = `ask_${randomText(8)}_${randomText(52)}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
};

/** Runs `animal-store keys … --json` on the store of the variables, which has to succeed. Returns the parsed output. */
export const runKeys = async <A>(env: Environment, ...args: readonly string[]): Promise<A> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args, '--json'], env });
  if (code !== 0 || stderr !== '') throw new Error(`keys ${args[0]} ends with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

/** Issues a key, and returns it with its secret. */
export const issueKey = (env: Environment): Promise<{ readonly id: string; readonly key: string }> =>
  runKeys(env, 'issue', '--label', 'test');

/** A running service with its process. */
export interface RunningService extends RunningApi {
  readonly baseUrl: string;
  readonly process: ServiceProcess;
  /** Stops the process, waits for its end and returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The log lines. A line that is not a JSON object is an error. */
export const logLines = (service: ServiceProcess): readonly Record<string, unknown>[] =>
  service
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Starts the service on a port that the system chooses, with its store in memory by default. It is killed after the test. */
export const startService = async (env: Environment = {}, atEnd: AtEnd = onTestFinished): Promise<RunningService> => {
  const apiKey = makeApiKey();
  const given = { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info', API_KEY: apiKey, ...env };
  const service = runService({ args: ['serve'], env: given });
  atEnd(() => service.kill('SIGKILL'));
  const listening = () => logLines(service).find(({ msg, message = msg }) => message === 'listening')?.['url'];
  const origin = String(await waitFor(service, listening, 'The line that says where the service listens'));
  const stop = async (): Promise<number | null> => {
    service.kill('SIGTERM');
    return (await waitForEnd(service)).code;
  };
  return { origin, baseUrl: `${origin}/v1`, apiKey, process: service, stop };
};

/** Starts the service on a durable store that has the key. The store may be unavailable. */
export const startOnStore = async (env: Environment, apiKey: string, atEnd?: AtEnd): Promise<RunningService> => ({
  ...(await startService({ API_KEY: '', ...env }, atEnd)),
  apiKey,
});

/** Starts the service on a durable store, with a key that its command line issues. */
export const startWithIssuedKey = async (env: Environment): Promise<RunningService> =>
  startOnStore(env, (await issueKey(env)).key);
