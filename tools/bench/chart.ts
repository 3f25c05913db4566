import type { Measurement } from './compare.ts';
import { cpuOf, type Report } from './report.ts';

/** The colours of a chart, for a light or a dark page. */
const themes = {
  light: { text: '#1f2328', faint: '#59636e', service: '#0969da', peer: '#afb8c1' },
  dark: { text: '#f0f6fc', faint: '#9198a1', service: '#4493f8', peer: '#656c76' },
} as const;

export type Theme = keyof typeof themes;

export const themeNames: readonly Theme[] = ['light', 'dark'];

const width = 760;
const left = 190;
const row = 18;
const longest = width - left - 70;

/** The bars of one operation, with the service before its peers. */
const barsOf = ({ operation, series }: Measurement) =>
  series.map((each, index) => ({
    label: index === 0 ? `${operation}: ${each.server}` : each.server,
    isService: index === 0,
    microseconds: cpuOf(each),
  }));

/** A bar chart of the CPU time per request, as SVG. Shorter is better. Each comparison has a scale of its own. */
export const chartOf = ({ scenes, machine }: Report, theme: Theme): string => {
  const { text, faint, service, peer } = themes[theme];
  const parts: string[] = [];
  let y = 24;
  const write = (x: number, words: string, style: string): number =>
    parts.push(`<text x="${x}" y="${y}" ${style}>${words}</text>`);
  for (const { title, measurements } of scenes) {
    const groups = measurements.map(barsOf);
    const greatest = Math.max(...groups.flat().map(({ microseconds }) => microseconds));
    write(0, `${title}: CPU µs a request`, `fill="${text}" font-weight="600"`);
    y += row + 4;
    for (const bars of groups) {
      for (const { label, isService, microseconds } of bars) {
        const length = Math.max(1, (microseconds / greatest) * longest);
        write(left - 8, label, `fill="${isService ? text : faint}" text-anchor="end"`);
        parts.push(
          `<rect x="${left}" y="${y - 11}" width="${length.toFixed(1)}" height="13" rx="2" fill="${isService ? service : peer}"/>`,
        );
        write(left + length + 6, microseconds.toFixed(0), `fill="${faint}"`);
        y += row;
      }
      y += 6;
    }
    y += 14;
  }
  write(
    0,
    `${machine.date}, Node.js ${machine.node}, load average before ${machine.load.toFixed(1)}; less is better`,
    `fill="${faint}"`,
  );
  const size = `width="${width}" height="${y + 12}" viewBox="0 0 ${width} ${y + 12}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="13">\n<title>CPU time for each request</title>\n${parts.join('\n')}\n</svg>\n`;
};
