import type { Health } from './load.ts';
import type { Observation } from './observe.ts';

const signed = new Intl.NumberFormat('en', { signDisplay: 'always', maximumFractionDigits: 0 });

const round = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);

const healthText = ({ p50, p99, slowestProbe, statuses: { reads, additions, probes } }: Health): string => {
  const counts: Record<string, number> = {};
  for (const [status, count] of [reads, additions, probes].flatMap(Object.entries)) {
    const code = status.slice(0, 3);
    counts[code] = (counts[code] ?? 0) + count;
  }
  const total = Object.entries(counts).map(([code, count]) => `${count}×${code}`);
  return `p50 ${round(p50)} p99 ${round(p99)} probes ≤ ${round(slowestProbe)} ms ${total.join(' ')}`;
};

/** The numbers of a trial in one line. */
export const reportLine = (title: string, observation: Observation): string => {
  const { alone, during, tally, ended, heapGrowth, peakRss, seconds } = observation;
  return [
    title,
    `alone ${healthText(alone)}`,
    `under attack ${during === undefined ? 'the service ended' : healthText(during)}`,
    `attacker ${
      Object.entries(tally ?? {})
        .map(([what, count]) => `${count}×${what}`)
        .join(' ') || 'got nothing'
    }`,
    `peak RSS ${peakRss ?? '?'} MiB`,
    ended === undefined
      ? `heap ${signed.format(heapGrowth ?? Number.NaN)} MiB`
      : `ended with ${ended.signal ?? ended.code}`,
    `${seconds.toFixed(1)} s`,
  ].join(' | ');
};
