// A well-behaved client in a process of its own. Each message is a load to send; the response is its result.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Health, Load, Statuses } from './load.ts';

/** How long a response may take before it counts as missing, in milliseconds. */
const patience = 5_000;

/**
 * Requests per second on kept connections. In addition, there are `newPerSecond` lists with a valid key, each on a new
 * connection, and `probesPerSecond` of each probe, for liveness and for readiness.
 */
const requestsPerSecond = 60;
const newPerSecond = 10;
const probesPerSecond = 10;

/** How many animals a page has at most. */
const largestPage = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Request {
  readonly method?: string;
  readonly target: string;
  readonly body?: string;
  /** Whether it opens a connection of its own. */
  readonly isNew?: boolean;
}

/** The status of the response, or the error if there is none, and the body. */
const send = (
  { origin, apiKey }: Load,
  { method = 'GET', target, body, isNew = false }: Request,
  isProbe: boolean,
): Promise<{ readonly status: string; readonly text: string }> =>
  new Promise((resolve) => {
    const headers = {
      ...(!isProbe && { Authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    // A probe opens a connection of its own, like those of an orchestrator.
    const options = { method, headers, agent: isProbe || isNew ? false : agent, signal: AbortSignal.timeout(patience) };
    const lost = (error: NodeJS.ErrnoException): void => resolve({ status: error.code ?? error.name, text: '' });
    request(origin + target, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const message = /^\{"code":"\w+","message":"(.+)","status":\d+\}$/.exec(text)?.[1];
        resolve({ status: [response.statusCode, message].join(' ').trim(), text });
      });
      response.on('error', lost);
    })
      .on('error', lost)
      .end(body);
  });

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const addition: Request = {
  method: 'POST',
  target: '/v1/pets',
  body: JSON.stringify({ name: 'healthy', categoryId: 1, status: 'available' }),
};

const run = async (load: Load): Promise<Health> => {
  const { seconds } = load;
  const start = performance.now();
  const times: number[] = [];
  const statuses: Record<keyof Statuses, Record<string, number>> = {
    reads: {},
    newConnections: {},
    additions: {},
    probes: {},
  };
  let slowestProbe = 0;
  const pending: Promise<void>[] = [];

  // An open loop: the time counts from the moment at which the request was due, regardless of earlier requests.
  const one = async (due: number, kind: keyof Statuses, what: Request): Promise<void> => {
    const { status } = await send(load, what, kind === 'probes');
    const time = performance.now() - due;
    statuses[kind][status] = (statuses[kind][status] ?? 0) + 1;
    if (kind === 'probes') slowestProbe = Math.max(slowestProbe, time);
    else times.push(time);
  };

  const mix: readonly (readonly [kind: 'reads' | 'additions', what: Request])[] = [
    ['reads', { target: '/v1/pets?limit=20' }],
    ['reads', { target: `/v1/pets?limit=${largestPage}` }],
    ['reads', { target: `/v1/pets/${load.petId}` }],
    ['additions', addition],
  ];

  const every = async (perSecond: number, act: (due: number, index: number) => void): Promise<void> => {
    for (let index = 0; index < seconds * perSecond; index++) {
      const due = start + (index * 1_000) / perSecond;
      await pause(Math.max(0, due - performance.now()));
      act(due, index);
    }
  };
  await Promise.all([
    every(requestsPerSecond, (due, index) => {
      const next = mix[index % mix.length];
      if (next !== undefined) pending.push(one(due, ...next));
    }),
    every(newPerSecond, (due) => pending.push(one(due, 'newConnections', { target: '/v1/pets', isNew: true }))),
    every(probesPerSecond, (due) => {
      for (const target of ['/livez', '/readyz']) pending.push(one(due, 'probes', { target }));
    }),
  ]);
  await Promise.all(pending);
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), slowestProbe, statuses };
};

/** Adds the animals of its pages, so that they contain none of the attacker, and returns the id of the last. */
const seed = async (load: Load): Promise<string> => {
  let id: string | undefined;
  for (let added = 0; added < largestPage; added++) {
    const { status, text } = await send(load, addition, false);
    id = /^\{"id":(\d+),/.exec(text)?.[1];
    if (id === undefined) throw new Error(`The healthy client got ${status} for a new animal: ${text}`);
  }
  return id ?? '';
};

process.on('message', async (load: Load) => {
  process.send?.(load.petId === '' ? await seed(load) : await run(load));
});
process.once('disconnect', () => process.exit());
