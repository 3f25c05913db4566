/** A package and the packages of the workspace that it depends on. */
export interface Arrows {
  readonly name: string;
  readonly dependencies: readonly string[];
}

type Point = readonly [x: number, y: number];

/** The packages of the inner hexagon. Nothing inside it knows what is outside. */
const inner: Readonly<Record<string, Point>> = { domain: [430, 210], access: [430, 290] };

/** The only package that knows more than one adapter. */
const app = 'service';

/** What drives the domain is left, what the domain drives is right, and what tests an adapter is below. */
const outer: Readonly<Record<string, Point>> = {
  [app]: [430, 40],
  'adapter-http-koa': [100, 250],
  client: [100, 370],
  'adapter-memory': [750, 150],
  'adapter-sqlite': [750, 200],
  'adapter-mongodb': [750, 250],
  'adapter-postgres': [750, 300],
  'adapter-node': [750, 350],
  'domain-testkit': [430, 430],
};

const [width, height] = [150, 34];
const [centreX, centreY, halfWidth, halfHeight, halfTop] = [430, 250, 180, 115, 100];

const placeOf = (name: string): Point => {
  const place = outer[name] ?? inner[name];
  if (place === undefined) throw new Error(`The drawing has no place for ${name}: give it one in draw-hexagon.ts.`);
  return place;
};

const path = (...points: readonly Point[]): string =>
  `<polyline points="${points.map(([x, y]) => `${x},${y}`).join(' ')}" marker-end="url(#arrow)"/>`;

/** An arrow from a box to the nearest edge of the hexagon. */
const toHexagon = ([x, y]: Point): string => {
  if (x === centreX) return path([x, y - height / 2], [x, centreY + halfHeight + 3]);
  const side = Math.sign(x - centreX);
  const edge = halfWidth - ((halfWidth - halfTop) * Math.abs(y - centreY)) / halfHeight + 3;
  return path([x - (side * width) / 2, y], [Math.round(centreX + side * edge), y]);
};

/** An arrow from the app around the hexagon: down to a box on the left, and from outside to one on the right. */
const fromApp = ([x, y]: Point): string => {
  const [appX, appY] = placeOf(app);
  if (x < centreX) return path([appX - width / 2, appY], [x, appY], [x, y - height / 2 - 3]);
  const rail = x + width / 2 + 25;
  return path([appX + width / 2, appY], [rail, appY], [rail, y], [x + width / 2 + 3, y]);
};

const arrow = (from: string, to: string): string => {
  if (from in inner && to in inner) return path([430, 290 - height / 2], [430, 210 + height / 2 + 3]);
  if (to in inner) return toHexagon(placeOf(from));
  if (from === app) return fromApp(placeOf(to));
  throw new Error(`${from} must not depend on ${to}: only ${app} knows more than one adapter.`);
};

/** The dependencies that do not follow from another one, with the packages of the hexagon as one. */
const directOnly = ({ name, dependencies }: Arrows, all: readonly Arrows[]): readonly string[] => {
  const of = (each: string): readonly string[] => all.find((other) => other.name === each)?.dependencies ?? [];
  const reached = (each: string): readonly string[] => of(each).flatMap((next) => [next, ...reached(next)]);
  const indirect = new Set(dependencies.flatMap(reached));
  const direct = dependencies.filter((each) => !indirect.has(each));
  return direct.filter(
    (each, index) => !(each in inner) || name in inner || direct.findIndex((to) => to in inner) === index,
  );
};

const text = ([x, y]: Point, kind: string, words: string): string =>
  `<text class="${kind}" x="${x}" y="${y}">${words}</text>`;

const box = (name: string): string => {
  const [x, y] = placeOf(name);
  return `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6"/>${text([x, y + 5], 'name', name)}`;
};

const notes: readonly string[] = [
  text([60, 222], 'note', 'driving'),
  text([750, 122], 'note', 'driven'),
  text([212, 242], 'port', 'AnimalStore'),
  text([600, 124], 'port', 'PetRepository'),
  text([600, 385], 'port', 'Clock, KeyMaterial'),
  text([600, 140], 'port', 'ApiKeyRepository'),
  '<line x1="100" y1="353" x2="100" y2="270" stroke-dasharray="4"/>',
  text([128, 315], 'note', 'HTTP'),
];

const style = `
  polyline, line { fill: none; stroke: #57606a; stroke-width: 1.4 } #arrow path { fill: #57606a }
  rect { fill: #ffffff; stroke: #57606a } polygon { fill: #ddf4ff; stroke: #0969da; stroke-width: 2 }
  text { font: 15px system-ui, sans-serif; text-anchor: middle; fill: #1f2328 }
  .note { font-style: italic; font-size: 13px } .port { font-size: 12px }
  @media (prefers-color-scheme: dark) {
    polyline, line, rect { stroke: #8b949e } #arrow path { fill: #8b949e }
    rect { fill: #161b22 } polygon { fill: #0c2d6b; stroke: #58a6ff } text { fill: #e6edf3 }
  }`;

const corners = [
  [-halfWidth, 0],
  [-halfTop, -halfHeight],
  [halfTop, -halfHeight],
  [halfWidth, 0],
  [halfTop, halfHeight],
  [-halfTop, halfHeight],
].map(([x = 0, y = 0]) => `${centreX + x},${centreY + y}`);

/**
 * Draws the packages and their dependencies as SVG, for light and dark backgrounds. An arrow that follows from others is
 * left out. Throws an Error if a package has no place in the drawing, or if an adapter depends on another one.
 */
export const drawHexagon = (packages: readonly Arrows[]): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 870 460" role="img">',
    '<title>The packages and their dependencies: all adapters point at domain and access, the inner hexagon</title>',
    `<style>${style}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    `<polygon points="${corners.join(' ')}"/>`,
    ...packages.flatMap((each) => directOnly(each, packages).map((name) => arrow(each.name, name))),
    ...packages.map(({ name }) => box(name)),
    ...notes,
    '</svg>\n',
  ].join('\n');
