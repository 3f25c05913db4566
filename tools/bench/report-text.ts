import type { Effort } from './compare.ts';
import type { Measurement, Outcome, Sample, Series } from './comparison.ts';
import type { Machine } from './machine.ts';
import { median, ratioOf } from './statistics.ts';

/** All that a run has found out. */
export interface Report {
  readonly machine: Machine;
  readonly effort: Effort;
  readonly outcomes: readonly Outcome[];
}

const head = ['operation', 'server', 'requests/s', 'CPU µs/request', 'busy', 'ratio', 'in pairs', 'by CPU', 'target'];

const valuesOf = ({ samples }: Series, read: (sample: Sample) => number | undefined): readonly number[] =>
  samples.map(read).filter((value) => value !== undefined);

const requestsPerSecond = (series: Series): readonly number[] => valuesOf(series, (sample) => sample.requestsPerSecond);
const cpuPerRequest = (series: Series): number => median(valuesOf(series, (sample) => sample.cpuPerRequest));
const serverBusy = (series: Series): number => median(valuesOf(series, (sample) => sample.serverBusy));
const generatorBusy = (series: Series): number => median(valuesOf(series, (sample) => sample.generatorBusy));

const show = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const ownCells = (series: Series): readonly string[] => [
  show(median(requestsPerSecond(series))),
  show(cpuPerRequest(series), 1),
  `${show(serverBusy(series) * 100)} %`,
];

const comparisonCells = (judged: Series, other: Series, target: number | undefined): readonly string[] => {
  const { ofMedians, least, greatest } = ratioOf(requestsPerSecond(judged), requestsPerSecond(other));
  return [
    show(ofMedians, 2),
    `${show(least, 2)}–${show(greatest, 2)}`,
    show(cpuPerRequest(other) / cpuPerRequest(judged), 2),
    target === undefined ? '' : `≥ ${show(target, 2)}`,
  ];
};

const rowsOf = ({ operation, series: [judged, ...others], target }: Measurement): readonly (readonly string[])[] =>
  judged === undefined
    ? []
    : [
        [operation, judged.server, ...ownCells(judged), '', '', '', ''],
        ...others.map((other) => ['', other.server, ...ownCells(other), ...comparisonCells(judged, other, target)]),
      ];

/** A table in Markdown that is aligned as plain text too. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};

/** A server that has less of a core than this waits for something else: MongoDB, or other processes. */
const wholeCore = 0.85;

const caveats: readonly (readonly [string, (series: Series) => boolean])[] = [
  ['The load generator was busier than the server', (series) => generatorBusy(series) > serverBusy(series)],
  ['Something else than the server was the limit, so compare by CPU', (series) => serverBusy(series) < wholeCore],
];

const caveatsOf = ({ title, measurements }: Outcome): readonly string[] =>
  caveats.flatMap(([sentence, holds]) => {
    const where = measurements.flatMap(({ operation, series }) =>
      series.filter(holds).map(({ server }) => `${operation}, ${server}`),
    );
    return where.length === 0 ? [] : [`${sentence}: ${title}, ${where.join('; ')}.`];
  });

/** The report for a person: the machine, then a table for each comparison. */
export const reportText = ({ machine, effort, outcomes }: Report): string => {
  const { date, cpu, cores, node, system, placement, load } = machine;
  const { rounds, seconds, connections } = effort;
  return [
    `${date}: ${cpu}, ${cores} cores, ${system}, Node.js ${node}; ${placement}; load average before ${show(load, 1)}.`,
    `${rounds} rounds of ${seconds} s for each server and operation, in turn; ${connections} connections; medians.`,
    ...outcomes.flatMap((outcome) => [
      '',
      `${outcome.title[0]?.toUpperCase()}${outcome.title.slice(1)}`,
      '',
      table(outcome.measurements.flatMap(rowsOf)),
      ...caveatsOf(outcome),
    ]),
    '',
  ].join('\n');
};
