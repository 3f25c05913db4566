import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { MeasuredPanel, Measurement } from './measure.ts';
import { dashboard, type Panel } from './panels.ts';
import { scrapeInterval } from './start-prometheus.ts';

/** How the axis of a unit of Grafana counts: the size of one step of the unit, by the greatest value, and its name. */
const units: Readonly<Record<string, (greatest: number) => readonly [size: number, name: string]>> = {
  reqps: () => [1, 'req/s'],
  ops: () => [1, 'ops/s'],
  short: () => [1, ''],
  percentunit: () => [0.01, '%'],
  bytes: () => [2 ** 20, 'MiB'],
  s: (greatest) => (greatest < 1 ? [0.001, 'ms'] : [1, 's']),
};

const colours = [
  '#4269d0',
  '#efb118',
  '#ff725c',
  '#6cc5b0',
  '#3ca951',
  '#ff8ab7',
  '#a463f2',
  '#97bbf5',
  '#9c6b4e',
  '#9498a0',
];

const column = 50;
const gridRow = 28;
const head = 40;
const gap = 8;
const legendRow = 15;

/** The width of a letter of the legend in wide fonts. */
const letter = 6.3;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The title and the queries of a panel, as the picture has them for readers who cannot see it. */
export const panelLabel = ({ title, targets = [] }: Panel): string =>
  `<title>${escapeXml(title)}</title><desc>${escapeXml(targets.map(({ expr }) => expr).join('\n'))}</desc>`;

/** A line of a plot: its name, and a value for each time, from which on it is drawn. */
interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly {
    readonly time: number;
    readonly low: number;
    readonly high: number | undefined;
  }[];
}

const isStacked = ({ fieldConfig }: Panel): boolean => fieldConfig?.defaults.custom?.stacking?.mode === 'normal';

const curvesOf = (panel: MeasuredPanel, { from, to }: Measurement): readonly Curve[] => {
  const times: number[] = [];
  for (let time = from; time <= to; time += scrapeInterval) times.push(time);
  const below = new Map<number, number>();
  const all = panel.results.flatMap(({ target, series }) =>
    series.map(({ labels, values }) => ({
      name: target.legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? ''),
      values,
    })),
  );
  return all.map(({ name, values }, index) => ({
    name,
    colour: colours[index % colours.length] ?? '',
    points: times.map((time) => {
      const value = values.get(time);
      if (!isStacked(panel)) return { time, low: 0, high: value };
      const low = below.get(time) ?? 0;
      below.set(time, low + (value ?? 0));
      return { time, low, high: value === undefined ? undefined : low + value };
    }),
  }));
};

/** The entries of a legend, from left to right and from top to bottom, and the number of its lines. */
const legendOf = (curves: readonly Curve[], width: number) => {
  let x = 0;
  let row = 0;
  const entries = curves.map(({ name, colour }) => {
    const wide = 26 + name.length * letter;
    if (x > 0 && x + wide > width) {
      x = 0;
      row += 1;
    }
    const entry = { name, colour, x, row };
    x += wide;
    return entry;
  });
  return { entries, rows: row + 1 };
};

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

const axes = (panel: Panel, x: ScaleLinear<number, number>, y: ScaleLinear<number, number>): readonly string[] => {
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, top = 0] = y.range();
  const [, greatest = 0] = y.domain();
  const unit = panel.fieldConfig?.defaults.unit ?? '';
  const measure = units[unit];
  if (measure === undefined)
    throw new Error(`The unit ${unit} of "${panel.title}" is new: add it to draw-dashboard.ts.`);
  const [size, name] = measure(greatest);
  const scale = scaleLinear([0, greatest / size], y.range());
  const count = bottom - top < 100 ? 2 : 4;
  const format = scale.tickFormat(count);
  return [
    ...scale
      .ticks(count)
      .flatMap((tick) => [
        `<path class="grid" d="M${left} ${scale(tick).toFixed(1)}H${right}"/>`,
        `<text class="axis" x="${left - 6}" y="${(scale(tick) + 4).toFixed(1)}" text-anchor="end">${format(tick)} ${name}</text>`,
      ]),
    ...[0, 30, 60, 90, 120]
      .filter((time) => time <= (x.domain()[1] ?? 0))
      .map(
        (time) =>
          `<text class="axis" x="${x(time).toFixed(1)}" y="${bottom + 15}" text-anchor="middle">${clock(time)}</text>`,
      ),
  ];
};

const plot = (panel: MeasuredPanel, measurement: Measurement, width: number, height: number): string => {
  const curves = curvesOf(panel, measurement);
  if (curves.length === 0)
    return `<text class="axis" x="${width / 2}" y="${height / 2}" text-anchor="middle">No data</text>`;
  const { entries, rows } = legendOf(curves, width - 20);
  const legendTop = height - rows * legendRow + 4;
  const highest = Math.max(0, ...curves.flatMap(({ points }) => points.flatMap(({ high }) => high ?? [])));
  const x = scaleLinear([0, measurement.to - measurement.from], [64, width - 14]);
  const y = scaleLinear([0, highest || 1], [legendTop - 32, 38]).nice(4);
  type Point = Curve['points'][number];
  const defined = ({ high }: Point): boolean => high !== undefined;
  const timeOf = ({ time }: Point): number => x(time - measurement.from);
  const top = ({ high }: Point): number => y(high ?? 0);
  const drawLine = line<Point>(timeOf, top).defined(defined).digits(1);
  const drawArea = area<Point>(timeOf, ({ low }) => y(low), top)
    .defined(defined)
    .digits(1);
  return [
    ...axes(panel, x, y),
    ...curves.flatMap(({ points, colour }) => [
      ...(isStacked(panel) ? [`<path d="${drawArea(points)}" fill="${colour}" fill-opacity=".2"/>`] : []),
      `<path d="${drawLine(points)}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
    ]),
    ...entries.map(
      ({ name, colour, x: left, row }) =>
        `<path d="M${left + 12} ${legendTop + row * legendRow}h10" stroke="${colour}" stroke-width="4"/>` +
        `<text class="legend" x="${left + 27}" y="${legendTop + row * legendRow + 4}">${escapeXml(name)}</text>`,
    ),
  ].join('\n');
};

const drawPanel = (panel: MeasuredPanel, measurement: Measurement): string => {
  const { x, y, w, h } = panel.gridPos;
  const [width, height] = [w * column - gap, h * gridRow - gap];
  const content =
    panel.type === 'row'
      ? `<text class="heading" x="2" y="14">${escapeXml(panel.title)}</text>`
      : `<rect width="${width}" height="${height}" rx="4"/><text class="title" x="12" y="22">${escapeXml(panel.title)}</text>` +
        plot(panel, measurement, width, height);
  return `<g transform="translate(${x * column + gap / 2} ${y * gridRow + head})">${panelLabel(panel)}${content}</g>`;
};

const style = `
  svg { background: #f4f5f5; font: 11px system-ui, sans-serif; --text: #24292e; --faint: #6e7681; --line: #e4e7eb; --panel: #fff }
  @media (prefers-color-scheme: dark) {
    svg { background: #111217; --text: #d8d9da; --faint: #9198a1; --line: #2c3038; --panel: #181b1f }
  }
  rect { fill: var(--panel); stroke: var(--line) } text { fill: var(--text) } .grid { stroke: var(--line) }
  .axis { fill: var(--faint) } .title { font-size: 13px; font-weight: 600 } .heading { font-size: 14px; font-weight: 600 }
  .name { font-size: 18px; font-weight: 600 }`;

/** Draws the results of the dashboard's queries as SVG, for light and dark backgrounds. */
export const drawDashboard = (measurement: Measurement): string => {
  const { panels, description } = measurement;
  const height = head + gridRow * Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h)) + 28;
  const width = 24 * column;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>The dashboard ${escapeXml(dashboard.title)}</title>`,
    `<style>${style}</style>`,
    `<text class="name" x="6" y="26">${escapeXml(dashboard.title)}</text>`,
    ...panels.map((panel) => drawPanel(panel, measurement)),
    `<text class="axis" x="6" y="${height - 12}">${escapeXml(description)}</text>`,
    '</svg>\n',
  ].join('\n');
};
