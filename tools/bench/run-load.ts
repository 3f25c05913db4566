import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Operation } from './operations.ts';
import type { Contender } from './start-server.ts';

/** One measurement of one server. */
export interface Sample {
  readonly responses: number;
  readonly requestsPerSecond: number;
  /** CPU time of all threads of the server per request, in microseconds; NaN without /proc. */
  readonly cpuPerRequest: number;
  /** The share of one core that the server had: 1 is all of it. */
  readonly busy: number;
}

/** How long requests run before they count, in milliseconds, so that all connections exist by then. */
const leadTime = 60;

/** How long a response may take before it counts as missing, in seconds. */
const patience = 20;

/**
 * The CPU time of all threads of a process, in seconds; undefined without /proc. Its clock is finer than that of
 * /proc/…/stat, which counts in ticks of 10 ms.
 */
const cpuTime = (pid: number): number | undefined => {
  try {
    const tasks = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
  } catch {
    return undefined;
  }
};

const faultOf = (
  { errors, timeouts, statusCodeStats = {} }: autocannon.Result,
  { status }: Operation,
): string | undefined => {
  const others = Object.entries(statusCodeStats).filter(([code]) => code !== String(status));
  if (others.length > 0) return others.map(([code, { count }]) => `${count} responses with status ${code}`).join(', ');
  return errors > 0 ? `${errors} requests failed, ${timeouts} of them timed out` : undefined;
};

/** Sends a load from this process for a while. A response with another status, or a missing one, is an error. */
export const runLoad = async (
  { name, url, pid, apiKey }: Contender,
  operation: Operation,
  connections: number,
  seconds: number,
): Promise<Sample> => {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  let responses = 0;
  const generator = autocannon(
    {
      url,
      connections,
      duration: seconds + patience,
      timeout: patience,
      sampleInt: 20,
      requests: operation.requests.map(({ body, credential = apiKey, ...request }) => ({
        ...request,
        ...(body !== undefined && { body }),
        headers: {
          Authorization: `Bearer ${credential}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
      })),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  generator.on('response', () => {
    responses++;
  });
  const now = () => ({ time: performance.now() / 1000, cpu: cpuTime(pid) ?? Number.NaN, responses });

  await wait(leadTime);
  const begin = now();
  await wait(seconds * 1000);
  const end = now();
  generator.stop();
  const fault = faultOf(await promise, operation);
  if (fault !== undefined) throw new Error(`${name}, ${operation.name}: ${fault}`);
  const [time, cpu, count] = [end.time - begin.time, end.cpu - begin.cpu, end.responses - begin.responses];
  return { responses: count, requestsPerSecond: count / time, cpuPerRequest: (cpu / count) * 1e6, busy: cpu / time };
};
