import { onTestFinished } from 'vitest';
import type { AtEnd } from './at-end.ts';
import type { RunningApi } from './http.ts';
import { issueKey, makeApiKey } from './service/keys.ts';
import { runService, type ServiceProcess, waitFor, waitForEnd } from './service/run-service.ts';

export { issueKey, makeApiKey, runKeys } from './service/keys.ts';
export { runService, runToEnd, type ServiceProcess, waitFor, waitForEnd } from './service/run-service.ts';

type Environment = Readonly<Record<string, string>>;

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
