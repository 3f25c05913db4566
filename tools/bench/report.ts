import { arch, cpus, loadavg, platform } from 'node:os';
import type { Effort, Measurement, Series } from './compare.ts';
import { median, ratioOf } from './statistics.ts';

/** The machine of the measurements. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly system: string;
  readonly placement: string;
  /** The average number of processes that wanted a core in the minute before the measurements. */
  readonly load: number;
}

export const describeMachine = (placement: string): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  cpu: cpus()[0]?.model ?? 'unknown CPU',
  cores: cpus().length,
  node: process.version,
  system: `${platform()} ${arch()}`,
  placement,
  load: loadavg()[0] ?? 0,
});

/** All results of a run. */
export interface Report {
  readonly machine: Machine;
  readonly effort: Effort;
  readonly scenes: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[];
}

/** The CPU time of a server for one request in microseconds, as a median of all rounds. */
export const cpuOf = ({ samples }: Series): number => median(samples.map(({ cpuPerRequest }) => cpuPerRequest));

/** How the first server of a tier compares with another one. Above 1 it is better. */
export interface Comparison {
  readonly byRequests: number;
  readonly byCpu: number;
}

export const comparisonOf = (first: Series, other: Series): Comparison => ({
  byRequests: ratioOf(
    first.samples.map(({ requestsPerSecond }) => requestsPerSecond),
    other.samples.map(({ requestsPerSecond }) => requestsPerSecond),
  ),
  byCpu: ratioOf(
    other.samples.map(({ cpuPerRequest }) => cpuPerRequest),
    first.samples.map(({ cpuPerRequest }) => cpuPerRequest),
  ),
});

const show = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const head = ['operation', 'tier', 'server', 'requests/s', 'CPU µs/request', 'busy', 'ratio', 'by CPU'];

/** The rows of one operation. Each tier begins with the server that the others of the tier are compared with. */
const rowsOf = ({ operation, series }: Measurement): readonly (readonly string[])[] =>
  series
    .toSorted((a, b) => a.tier.localeCompare(b.tier))
    .map((each, _, all) => {
      const first = all.find(({ tier }) => tier === each.tier);
      const { byRequests, byCpu } = comparisonOf(first ?? each, each);
      return [
        operation,
        each.tier,
        each.server,
        show(median(each.samples.map(({ requestsPerSecond }) => requestsPerSecond))),
        show(cpuOf(each), 1),
        `${show(median(each.samples.map(({ busy }) => busy)) * 100)} %`,
        ...(first === each ? ['', ''] : [show(byRequests, 2), show(byCpu, 2)]),
      ];
    });

/** A Markdown table that is also aligned as plain text. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column < 3 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
};

/** The report for people: the machine, then a table for each comparison. */
export const reportText = ({ machine, effort, scenes }: Report): string => {
  const { date, cpu, cores, node, system, placement, load } = machine;
  const { rounds, seconds, connections } = effort;
  return [
    `${date}: ${cpu}, ${cores} cores, ${system}, Node.js ${node}; ${placement}; load average before ${show(load, 1)}.`,
    `${rounds} rounds of ${seconds} s for each server and operation, in turn; ${connections} connections; medians.`,
    ...scenes.flatMap(({ title, measurements }) => ['', title, '', table(measurements.flatMap(rowsOf))]),
    '',
  ].join('\n');
};
