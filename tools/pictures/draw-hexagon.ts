/** A package and the packages of the workspace that it depends on. */
export interface Arrows {
  readonly name: string;
  readonly dependencies: readonly string[];
}

type Point = readonly [x: number, y: number];

/** The centre of each package: what drives the domain on the left, what it drives on the right. */
const places: Readonly<Record<string, Point>> = {
  service: [430, 45],
  'adapter-http-koa': [120, 150],
  client: [430, 390],
  access: [430, 175],
  domain: [430, 275],
  'adapter-memory': [740, 105],
  'adapter-sqlite': [740, 180],
  'adapter-mongodb': [740, 255],
  'adapter-postgres': [740, 330],
  'adapter-node': [740, 405],
  'domain-testkit': [120, 330],
};

const width = 150;
const height = 34;

const placeOf = (name: string): Point => {
  const place = places[name];
  if (place === undefined) throw new Error(`The drawing has no place for ${name}: give it one in draw-hexagon.ts.`);
  return place;
};

/** The dependencies that do not follow from another one. */
const directOnly = ({ dependencies }: Arrows, all: readonly Arrows[]): readonly string[] => {
  const of = (name: string): readonly string[] => all.find((each) => each.name === name)?.dependencies ?? [];
  const reached = (name: string): readonly string[] => of(name).flatMap((next) => [next, ...reached(next)]);
  const indirect = new Set(dependencies.flatMap(reached));
  return dependencies.filter((name) => !indirect.has(name));
};

// A line ends at the border of the box, so that its arrowhead is visible.
const clip = ([x, y]: Point, [otherX, otherY]: Point): Point => {
  const scale = Math.min(
    (width / 2 + 3) / Math.max(Math.abs(otherX - x), 1e-9),
    (height / 2 + 3) / Math.max(Math.abs(otherY - y), 1e-9),
  );
  return [Math.round(x + (otherX - x) * scale), Math.round(y + (otherY - y) * scale)];
};

const line = (from: Point, to: Point): string => {
  const [x1, y1] = clip(from, to);
  const [x2, y2] = clip(to, from);
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" marker-end="url(#arrow)"/>`;
};

const box = (name: string): string => {
  const [x, y] = placeOf(name);
  return [
    `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6"/>`,
    `<text x="${x}" y="${y + 5}">${name}</text>`,
  ].join('');
};

const style = `
  line { stroke: #57606a; stroke-width: 1.4 } #arrow path { fill: #57606a }
  rect { fill: #ffffff; stroke: #57606a } polygon { fill: #ddf4ff; stroke: #0969da; stroke-width: 2 }
  text { font: 15px system-ui, sans-serif; text-anchor: middle; fill: #1f2328 }
  @media (prefers-color-scheme: dark) {
    line, rect { stroke: #8b949e } #arrow path { fill: #8b949e }
    rect { fill: #161b22 } polygon { fill: #0c2d6b; stroke: #58a6ff } text { fill: #e6edf3 }
  }`;

/**
 * Draws the packages and their dependencies as SVG, for light and dark backgrounds. An arrow that follows from others is
 * left out. Throws an Error if a package has no place in the drawing.
 */
export const drawHexagon = (packages: readonly Arrows[]): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 440" role="img">',
    '<title>The packages and their dependencies: all arrows point at the domain</title>',
    `<style>${style}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    '<polygon points="270,225 345,110 515,110 590,225 515,340 345,340"/>',
    ...packages.flatMap((each) => directOnly(each, packages).map((name) => line(placeOf(each.name), placeOf(name)))),
    ...packages.map(({ name }) => box(name)),
    '</svg>\n',
  ].join('\n');
