import type { RunningApi } from '../http/running-api.ts';
import { makeApiKey } from './make-api-key.ts';
import { runService, type ServiceForm, type ServiceProcess, waitFor, waitForEnd } from './run-service.ts';

/** A running service with its process. */
export interface RunningService extends RunningApi {
  readonly baseUrl: string;
  readonly process: ServiceProcess;
  /** Stops the process, waits for its end and returns its exit code. A process that hangs is killed. */
  readonly stop: () => Promise<number | null>;
}

export interface ServiceOptions {
  readonly form?: ServiceForm;
  /** How long the start may take, in milliseconds; 20 s by default, and more where the machine has other work to do first. */
  readonly startsWithin?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The log lines. A line that is not a JSON object is an error. */
export const logLines = (service: ServiceProcess): readonly Record<string, unknown>[] =>
  service
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const originIn = (service: ServiceProcess): string | undefined => {
  const url = logLines(service).find(({ msg }) => msg === 'listening')?.['url'];
  return typeof url === 'string' ? url : undefined;
};

/** Starts the service on a port that the system chooses, with its store in memory by default. */
export const startService = async ({
  form = 'source',
  startsWithin,
  env = {},
}: ServiceOptions = {}): Promise<RunningService> => {
  const apiKey = makeApiKey();
  const service = runService({
    form,
    args: ['serve'],
    env: { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info', API_KEY: apiKey, ...env },
  });
  try {
    const origin = await waitFor(
      service,
      () => originIn(service),
      'The line that says where the service listens',
      startsWithin,
    );
    return {
      origin,
      baseUrl: `${origin}/v1`,
      apiKey,
      base: env['BASE_URL'],
      process: service,
      stop: async () => {
        service.kill('SIGTERM');
        try {
          return (await waitForEnd(service)).code;
        } catch (error) {
          service.kill('SIGKILL');
          throw error;
        }
      },
    };
  } catch (error) {
    service.kill('SIGKILL');
    throw error;
  }
};
