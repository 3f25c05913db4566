import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Server } from './servers.ts';

/** A load: its requests follow one another on every connection. */
export interface Load {
  readonly name: string;
  readonly requests: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];
}

const statuses = ['available', 'pending', 'sold', undefined];

/** Every fourth animal is available. One category of 50 is above 2^53, so only a server that keeps integers exact sends the same. */
export const animal = (index: number): string => {
  const status = statuses[index % 4];
  const fields = `"name":"Animal ${index}","categoryId":${index % 50 === 0 ? 2n ** 63n - 1n : index % 50}`;
  return `{${fields}${status ? `,"status":"${status}"` : ''}}`;
};

export const additions = (count: number): Load['requests'] =>
  Array.from({ length: count }, (_, index) => ({ method: 'POST', path: '/v1/pets', body: animal(index) }));

/** The loads on a store that has these ids. */
export const loadsOn = (ids: readonly number[]): readonly Load[] => [
  { name: 'list', requests: [{ method: 'GET', path: '/v1/pets' }] },
  { name: 'filter', requests: [{ method: 'GET', path: '/v1/pets?status=available&limit=100' }] },
  { name: 'fetch', requests: ids.map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })) },
  { name: 'create', requests: additions(ids.length) },
];

const withHeaders = ({ apiKey }: Server, { requests }: Load) =>
  requests.map((request) => ({
    ...request,
    headers: { Authorization: `Bearer ${apiKey}`, ...(request.body && { 'Content-Type': 'application/json' }) },
  }));

/** The CPU time of all threads of a process in microseconds, finer than the ticks of 10 ms of /proc/…/stat. */
const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e3)
    .reduce((sum, time) => sum + time, 0);

/** Microseconds of a request: the CPU time of the server, and the time from one response to the next one. */
export interface Cost {
  readonly cpu: number;
  readonly time: number;
}

/** Sends so many requests of a load on 64 connections. Fails unless each gets a 2xx. */
export const measure = async (server: Server, load: Load, amount: number): Promise<Cost> => {
  // A server pays for each time that its response wakes a process, and a slow server wakes this one more often.
  let isAwake = true;
  const stayAwake = (): void => void (isAwake && setImmediate(stayAwake));
  stayAwake();
  const [cpuBefore, begin] = [cpuTime(server.pid), performance.now()];
  // autocannon ends with one of its samples.
  const settings = { url: server.url, connections: 64, amount, sampleInt: 5 };
  const { '2xx': succeeded, statusCodeStats } = await autocannon({ ...settings, requests: withHeaders(server, load) });
  isAwake = false;
  if (succeeded !== amount) throw new Error(`${server.name}, ${load.name}: ${JSON.stringify(statusCodeStats)}`);
  const [cpu, ms] = [cpuTime(server.pid) - cpuBefore, performance.now() - begin];
  return { cpu: cpu / amount, time: (ms * 1e3) / amount };
};

/** V8 compiles the code of a server again and again, on other threads, until about 120,000 requests. */
export const warmUp = async (server: Server, loads: readonly Load[]): Promise<void> => {
  const mix = loads[2]?.requests.flatMap((_, n) =>
    loads.flatMap(({ requests }) => requests[n % requests.length] ?? []),
  );
  await measure(server, { name: 'warm-up', requests: mix ?? [] }, 120_000);
};

/** Sends a load once, one request after another. */
export const responsesTo = async (server: Server, load: Load) => {
  const responses: { readonly status: number; readonly headers: string; readonly text: string }[] = [];
  for (const { path, ...init } of withHeaders(server, load)) {
    const response = await fetch(server.url + path, init);
    const headers = [...response.headers.keys()].join();
    responses.push({ status: response.status, headers, text: await response.text() });
  }
  return responses;
};

/** Fails unless all servers send the same status, headers and body, except for the ids of new animals. */
export const expectSameResponses = async (servers: readonly Server[], load: Load): Promise<void> => {
  const seen = new Set<string>();
  for (const server of servers) {
    const text = JSON.stringify(await responsesTo(server, load));
    seen.add(load.name === 'create' ? text.replace(/\\"id\\":\d+/g, '') : text);
  }
  if (seen.size !== 1) throw new Error(`${load.name}: the responses differ:\n${[...seen].join('\n')}`);
};
