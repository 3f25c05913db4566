import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import autocannon from 'autocannon';
import type { Contender } from './servers.ts';

/** A load: its requests follow one another on every connection, and each must get a 2xx. */
export interface Operation {
  readonly name: string;
  readonly requests: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];
}

const headersOf = (apiKey: string, body?: string): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
});

/** The CPU time of all threads of a process in microseconds, finer than the ticks of 10 ms of /proc/…/stat. */
const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e3)
    .reduce((sum, time) => sum + time, 0);

const connections = 64;

// The connections last, as those of clients do. autocannon opens new ones for each run.
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends so many requests of a load, and returns the CPU time of the server for each, in microseconds. */
export const measureCpu = async (contender: Contender, operation: Operation, amount: number): Promise<number> => {
  const { hostname, port } = new URL(contender.url);
  const requests = operation.requests.map(({ method, path, body }) => ({
    options: { agent, hostname, port, method, path, headers: headersOf(contender.apiKey, body) },
    body,
  }));
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < amount) {
      const { options, body } = requests[next++ % requests.length] as (typeof requests)[number];
      const [response] = (await once(request(options).end(body), 'response')) as [IncomingMessage];
      if (Math.trunc((response.statusCode ?? 0) / 100) !== 2)
        throw new Error(`${contender.name}, ${operation.name}: status ${response.statusCode}`);
      await once(response.resume(), 'end');
    }
  };
  // A server pays for each time that its response wakes a process, and a slow server wakes this one more often.
  let isAwake = true;
  const stayAwake = (): void => void (isAwake && setImmediate(stayAwake));
  stayAwake();
  const begin = cpuTime(contender.pid);
  await Promise.all(Array.from({ length: connections }, send));
  isAwake = false;
  return (cpuTime(contender.pid) - begin) / amount;
};

/** The outcome of a load: the number of requests, and response times in milliseconds. */
export interface Outcome {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

interface Settings {
  readonly connections: number;
  /** In seconds. */
  readonly duration: number;
  /** Requests a second. The latencies are corrected for those that could not be sent in time. */
  readonly overallRate?: number;
}

/** Sends a load. */
export const runLoad = async (
  { name, url, apiKey }: Contender,
  operation: Operation,
  settings: Settings,
): Promise<Outcome> => {
  const requests = operation.requests.map((request) => ({ ...request, headers: headersOf(apiKey, request.body) }));
  const { errors, non2xx, '2xx': count, latency } = await autocannon({ url, ...settings, requests });
  if (errors + non2xx > 0) throw new Error(`${name}, ${operation.name}: ${errors} errors, ${non2xx} other statuses`);
  return { count, p50: latency.p50, p99: latency.p99 };
};

const statuses = ['available', 'pending', 'sold', undefined];

/** Every fourth animal is available. One category of 50 is above 2^53, so only a server that keeps integers exact sends the same. */
export const addition = (index: number): Operation['requests'][number] & { readonly body: string } => {
  const status = statuses[index % 4];
  const fields = `"name":"Animal ${index}","categoryId":${index % 50 === 0 ? 2n ** 63n - 1n : index % 50}`;
  return { method: 'POST', path: '/v1/pets', body: `{${fields}${status ? `,"status":"${status}"` : ''}}` };
};

const send = async ({ url, apiKey }: Contender, { method, path, body }: Operation['requests'][number]) => {
  const init = { method, headers: headersOf(apiKey, body), ...(body !== undefined && { body }) };
  const response = await fetch(url + path, init);
  return { status: response.status, headers: [...response.headers.keys()].join(), text: await response.text() };
};

/** Adds animals one after another, and returns the ids of the first 100. */
export const fill = async (contender: Contender): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < 420; index++) ids.push(JSON.parse((await send(contender, addition(index))).text).id);
  return ids.slice(0, 100);
};

export const operationsOn = (ids: readonly number[]): readonly Operation[] => [
  { name: 'list', requests: [{ method: 'GET', path: '/v1/pets' }] },
  { name: 'filter', requests: [{ method: 'GET', path: '/v1/pets?status=available&limit=100' }] },
  { name: 'fetch', requests: ids.map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })) },
  { name: 'create', requests: ids.map((_, index) => addition(index)) },
];

/** Fails unless all servers respond with the same status, headers and body, but for the ids of new animals. */
export const expectSameResponses = async (
  contenders: readonly Contender[],
  { name, requests }: Operation,
): Promise<void> => {
  for (const request of requests) {
    const responses = await Promise.all(contenders.map((contender) => send(contender, request)));
    const seen = new Set(
      responses.map((response) => JSON.stringify(response).replace(/\\"id\\":\d+/, name === 'create' ? '' : '$&')),
    );
    if (seen.size !== 1) throw new Error(`${name}: the responses differ:\n${[...seen].join('\n')}`);
  }
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
};
