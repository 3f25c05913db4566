// The process of the load generator. It is told each load in a message, answers with the result in another, and ends
// with its parent.
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuTime } from './cpu-time.ts';
import type { Load, LoadResult } from './load.ts';
import type { Operation } from './operations.ts';

/** How long requests run before they are counted, in milliseconds: all connections are made by then. */
const leadTime = 150;

/** How long an answer may take before it counts as missing, in seconds. */
const patience = 20;

const faultOf = (
  { errors, timeouts, statusCodeStats = {} }: autocannon.Result,
  { status }: Operation,
): string | undefined => {
  const others = Object.entries(statusCodeStats).filter(([code]) => code !== String(status));
  if (others.length > 0) return others.map(([code, stats]) => `${stats.count} answers with status ${code}`).join(', ');
  return errors > 0 ? `${errors} requests failed, ${timeouts} of them for want of an answer` : undefined;
};

interface Moment {
  readonly time: number;
  readonly answers: number;
  readonly server: number | undefined;
  readonly generator: number;
}

const run = async ({ url, pid, apiKey, operation, connections, seconds }: Load): Promise<LoadResult> => {
  let answers = 0;
  const now = (): Moment => {
    const { user, system } = process.cpuUsage();
    return { time: performance.now() / 1000, answers, server: cpuTime(pid), generator: (user + system) / 1e6 };
  };

  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const generator = autocannon(
    {
      url,
      connections,
      duration: seconds + patience,
      timeout: patience,
      sampleInt: 20,
      headers: { Authorization: `Bearer ${apiKey}` },
      requests: operation.requests.map(({ body, ...request }) =>
        body === undefined ? request : { ...request, body, headers: { 'Content-Type': 'application/json' } },
      ),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  generator.on('response', () => {
    answers++;
  });

  await wait(leadTime);
  const begin = now();
  await wait(seconds * 1000);
  const end = now();
  generator.stop();
  const fault = faultOf(await promise, operation);
  return {
    answers: end.answers - begin.answers,
    seconds: end.time - begin.time,
    serverCpu: end.server === undefined || begin.server === undefined ? undefined : end.server - begin.server,
    generatorCpu: end.generator - begin.generator,
    ...(fault !== undefined && { fault }),
  };
};

process.on('message', async (load: Load) => process.send?.(await run(load)));
process.once('disconnect', () => process.exit());
