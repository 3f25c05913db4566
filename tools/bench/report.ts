import { arch, cpus, loadavg, platform } from 'node:os';
import type { Effort, Measurement } from './compare.ts';
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

export const machineText = ({ date, cpu, cores, node, system, placement, load }: Machine): string =>
  `${date}: ${cpu}, ${cores} cores, ${system}, Node.js ${node}; ${placement}; load average before ${load.toFixed(1)}.`;

/** All results of a run. */
export interface Report {
  readonly machine: Machine;
  readonly effort: Effort;
  readonly scenes: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[];
}

/** Writes a number with so many digits after the point. */
export const show = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The rows of one operation. The first server is compared with the others. */
const rowsOf = ({ operation, series }: Measurement): readonly (readonly string[])[] =>
  series.map((each, index) => {
    const valuesOf = (field: 'requestsPerSecond' | 'cpuPerRequest' | 'busy', of = each): readonly number[] =>
      of.samples.map((sample) => sample[field]);
    const ratios = [
      ratioOf(valuesOf('requestsPerSecond', series[0]), valuesOf('requestsPerSecond')),
      ratioOf(valuesOf('cpuPerRequest'), valuesOf('cpuPerRequest', series[0])),
    ];
    return [
      operation,
      each.server,
      show(median(valuesOf('requestsPerSecond'))),
      show(median(valuesOf('cpuPerRequest')), 1),
      `${show(median(valuesOf('busy')) * 100)} %`,
      ...ratios.map((ratio) => (index === 0 ? '' : show(ratio, 2))),
    ];
  });

/** A Markdown table that is also aligned as plain text. The first columns are texts, the others numbers. */
export const table = (texts: number, head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column < texts ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
};

const head = ['operation', 'server', 'requests/s', 'CPU µs/request', 'busy', 'ratio', 'by CPU'];

/** The report for people: the machine, then a table for each comparison. */
export const reportText = ({ machine, effort: { rounds, seconds, connections }, scenes }: Report): string =>
  [
    machineText(machine),
    `${rounds} rounds of ${seconds} s for each server and operation, in turn; ${connections} connections; medians.`,
    ...scenes.flatMap(({ title, measurements }) => ['', title, '', table(2, head, measurements.flatMap(rowsOf))]),
    '',
  ].join('\n');
