import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

/** A running server. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
}

/** A load: its requests follow one another on every connection, and each must get the status. */
export interface Operation {
  readonly name: string;
  readonly status: number;
  readonly requests: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];
}

/** One measurement of one server; its CPU time is that of a request, in microseconds. */
export interface Sample {
  readonly responses: number;
  readonly perSecond: number;
  readonly cpu: number;
}

/** The CPU time of all threads of a process in seconds, finer than the ticks of 10 ms of /proc/…/stat. */
const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9)
    .reduce((sum, seconds) => sum + seconds, 0);

export const headersOf = (apiKey: string, body?: string): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
});

/** Sends a load from this process. A response with another status, or a missing one, is an error. */
export const runLoad = async (
  { name, url, pid, apiKey }: Contender,
  operation: Operation,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Sample> => {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const requests = operation.requests.map(({ body, ...request }) => ({
    ...request,
    ...(body !== undefined && { body }),
    headers: headersOf(apiKey, body),
  }));
  const options = { url, connections, duration: seconds + 20, timeout: 20, sampleInt: 20, requests };
  const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  let responses = 0;
  load.on('response', () => void responses++);
  const now = () => ({ time: performance.now() / 1000, cpu: cpuTime(pid), responses });

  // All connections exist by then.
  await wait(60);
  const begin = now();
  await wait(seconds * 1000);
  const end = now();
  load.stop();
  const { errors, statusCodeStats = {} } = await promise;
  const others = Object.keys(statusCodeStats).filter((status) => status !== String(operation.status));
  if (errors > 0 || others.length > 0)
    throw new Error(`${name}, ${operation.name}: ${errors} errors, other statuses: ${others.join()}`);
  const count = end.responses - begin.responses;
  return { responses, perSecond: count / (end.time - begin.time), cpu: ((end.cpu - begin.cpu) / count) * 1e6 };
};
