import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './at-end.ts';
import type { RunningApi } from './http.ts';
import { runService, runToEnd, type ServiceProcess, waitFor, waitForEnd } from './run-service.ts';

export { runService, runToEnd, type ServiceProcess, waitFor, waitForEnd };

type Environment = Readonly<Record<string, string>>;

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
  return { origin, baseUrl: `${origin}/v1`, apiKey, base: env['BASE_URL'], process: service, stop };
};

/** Starts the service on a durable store that has the key. The store may be unavailable. */
export const startOnStore = async (env: Environment, apiKey: string, atEnd?: AtEnd): Promise<RunningService> => ({
  ...(await startService({ API_KEY: '', ...env }, atEnd)),
  apiKey,
});

/** Starts the service on a durable store, with a key that its command line issues. */
export const startWithIssuedKey = async (env: Environment): Promise<RunningService> =>
  startOnStore(env, (await issueKey(env)).key);
