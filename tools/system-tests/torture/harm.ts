import { keptMemory, type Observation } from './observe.ts';
import type { HarmKind, Row } from './rows.ts';

/** One observed harm, with its measurement. */
export interface Harm {
  readonly kind: HarmKind;
  readonly what: string;
}

/** The allowed factor for 99 of 100 responses to the healthy client, compared to its times without the attack. */
const slowdown = 5;

/**
 * A shorter p99 than this, in milliseconds, counts as this. The client, the attacker and the service share two cores
 * here, so one garbage collection or context switch takes this long even without an attack.
 */
const noise = 10;

/** The limit for `/livez` and `/readyz`, in milliseconds: the `timeoutSeconds` of the readiness probe in `deploy`. */
const probeTimeout = 2_000;

/** The memory of the instance whose heap has 259 MiB, in MiB. */
const instanceMemory = 512;

/** The most memory that the kernel may hold for clients that do not read, in MiB. */
const kernelMemory = 150;

const others = (statuses: Readonly<Record<string, number>>, good: RegExp): string =>
  Object.entries(statuses)
    .filter(([status]) => !good.test(status))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/** All harm of an attack. */
export const harmOf = (observation: Observation, row: Pick<Row, 'fillsStore' | 'responses'>): readonly Harm[] => {
  const { fillsStore = false, responses } = row;
  const { alone, during, ended, exitCode, heapGrowth, peakRss, peakSendQueues, tally = {} } = observation;
  const harms: (readonly [kind: HarmKind, isHarm: boolean, what: string])[] = [
    ['ended', ended !== undefined, `the process ended with ${JSON.stringify(ended)}`],
    ['ended', ended === undefined && exitCode !== 0, `the process stopped with exit code ${exitCode}`],
    ['memory', (peakRss ?? 0) > instanceMemory, `the process had ${peakRss} MiB`],
    ['memory', (peakSendQueues ?? 0) > kernelMemory, `the kernel held ${Math.round(peakSendQueues ?? 0)} MiB`],
    [
      'refused',
      responses !== undefined && Object.keys(tally).sort().join() !== responses.join(),
      `the attacker got ${JSON.stringify(tally)}`,
    ],
    [
      'memory',
      !fillsStore && ended === undefined && !((heapGrowth ?? Infinity) < keptMemory),
      `the heap kept ${heapGrowth === undefined ? 'an unknown amount' : Math.round(heapGrowth)} MiB more than before`,
    ],
  ];
  if (during !== undefined) {
    const { statuses, p99, slowestProbe } = during;
    const reads = others(statuses.reads, /^200$/);
    const newConnections = others(statuses.newConnections, /^200$/);
    const additions = others(statuses.additions, fillsStore ? /^(?:201|503 .+)$/ : /^201$/);
    // A full store is not ready.
    const probes = others(statuses.probes, fillsStore ? /^(?:200|503 .+)$/ : /^200$/);
    const most = slowdown * Math.max(alone.p99, noise);
    harms.push(
      ['refused', reads !== '', `reads: ${reads}`],
      ['refused', newConnections !== '', `new connections: ${newConnections}`],
      ['refused', additions !== '', `additions: ${additions}`],
      ['slow', p99 > most, `p99 ${Math.round(p99)} ms is more than ${Math.round(most)} ms`],
      ['silent', probes !== '', `probes: ${probes}`],
      ['slow', slowestProbe > probeTimeout, `a probe took ${Math.round(slowestProbe)} ms`],
    );
  }
  return harms.filter(([, isHarm]) => isHarm).map(([kind, , what]) => ({ kind, what }));
};
