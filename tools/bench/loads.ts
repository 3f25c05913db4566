import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** A running server, with the number of animals that its store had at first. */
export type Server = Readonly<{ name: string; animals: number; apiKey: string; url: string; pid: number }>;

/** Requests that follow one another on every connection. */
type Load = readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];

const statuses = ['available', 'pending', 'sold', undefined];

/** Every fourth animal is available. One category of 50 is above 2^53, so only a server that keeps integers exact sends the same. */
export const animal = (index: number): string => {
  const status = statuses[index % 4];
  const fields = `"name":"Animal ${index}","categoryId":${index % 50 === 0 ? 2n ** 63n - 1n : index % 50}`;
  return `{${fields}${status ? `,"status":"${status}"` : ''}}`;
};

/** Adds so many animals, one with each request. */
export const create = (count: number): Load =>
  Array.from({ length: count }, (_, index) => ({ method: 'POST', path: '/v1/pets', body: animal(index) }));

/** The loads, for a server whose ids begin with 1. */
export const loads: Readonly<Record<string, (server: Server) => Load>> = {
  list: () => [{ method: 'GET', path: '/v1/pets' }],
  filter: () => [{ method: 'GET', path: '/v1/pets?status=available&limit=100' }],
  fetch: ({ animals }) =>
    Array.from({ length: 20 }, (_, nth) => ({ method: 'GET', path: `/v1/pets/${1 + (nth * animals) / 20}` })),
  create: () => create(20),
};

const headersOf = ({ apiKey }: Server) => ({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });

/** The CPU time of all threads of a process in microseconds, finer than the ticks of 10 ms of /proc/…/stat. */
const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e3)
    .reduce((sum, time) => sum + time, 0);

/** Microseconds of a request: the CPU time of the server, and the time from one response to the next one. */
export type Cost = Readonly<Record<'cpu' | 'time', number>>;

/** Sends so many requests of a load on 64 connections. Fails unless each gets a 2xx. */
export const measure = async (server: Server, load: Load, amount: number): Promise<Cost> => {
  // A server pays for each time that its response wakes a process, and a slow server wakes this one more often.
  let isAwake = true;
  const stayAwake = (): void => void (isAwake && setImmediate(stayAwake));
  stayAwake();
  const [cpuBefore, begin] = [cpuTime(server.pid), performance.now()];
  // autocannon ends with one of its samples, and with the first connection that fails.
  const settings = { url: server.url, connections: 64, amount, sampleInt: 5, bailout: 1, headers: headersOf(server) };
  const { '2xx': succeeded, statusCodeStats: statuses } = await autocannon({
    ...settings,
    requests: [...load],
  });
  isAwake = false;
  if (succeeded !== amount)
    throw new Error(`${server.name}: ${succeeded} of ${amount} requests succeeded, ${JSON.stringify({ statuses })}`);
  return { cpu: (cpuTime(server.pid) - cpuBefore) / amount, time: ((performance.now() - begin) * 1e3) / amount };
};

/** Sends a load once. Returns status, names of headers and body of each response, without the ids of new animals. */
export const responsesTo = async (server: Server, load: Load): Promise<string> => {
  const responses: string[] = [];
  for (const { path, ...init } of load) {
    const response = await fetch(server.url + path, { ...init, headers: headersOf(server) });
    const body = (await response.text()).replace(init.method === 'POST' ? /"id":\d+/ : '', '');
    responses.push([response.status, ...response.headers.keys(), body].join(' '));
  }
  return responses.join('\n');
};
