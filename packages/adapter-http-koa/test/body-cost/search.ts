// Searches for the most expensive bodies by hill climbing; `worst-bodies.ts` keeps the results. There are 20 climbs; the
// argument is the time of each, in seconds:
//   node --conditions=@animal-store/source packages/adapter-http-koa/test/body-cost/search.ts 6
import * as fc from 'fast-check';
import { bodyOf, checkTime, type Members, parseTime } from './cost.ts';

const size = fc.constantFrom(1, 5, 20, 33, 100, 500, 2_000, 20_000);
const leaf = fc.oneof(
  fc.constantFrom(...'1 -0 1.0 1e2 1e-400 1234567890123456 "" "\\\\" "{{" "\\u0101" "€" {}'.split(' ')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(leaf, size).map(([item, times]) => `[${item}*${times}]`),
    fc.tuple(fc.constantFrom('~', '^', '-^', '1.^', '1e-^'), size).map(([unit, times]) => unit + times),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items}]`),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `{${items.map((item, index) => `"${index}#":${item}`)}}`),
  ),
}));
const key = fc.oneof(
  fc.constantFrom('', ...'a # name categoryId status __proto__ \\u0063ategoryId \\u006eame \\n# #€'.split(' ')),
  fc.string({ unit: fc.constantFrom('\\\\', '\\"', '\\u0063', 'c', '['), maxLength: 12 }),
);
const member = fc.tuple(key, value).map(([name, content]) => `"${name}":${content}`);
const random = (below: number): number => Math.floor(Math.random() * below);

const climb = (cost: (body: string, calls: number) => number, milliseconds: number): Members => {
  const end = performance.now() + milliseconds;
  let members: Members = fc.sample(member, 2);
  while (performance.now() < end) {
    const next = members.toSpliced(random(members.length + 1), random(2), ...fc.sample(member, random(3)));
    // Both are measured again each time, so that a lucky measurement does not stay.
    if (cost(bodyOf(next), 9) > 1.03 * cost(bodyOf(members), 9)) members = next;
  }
  return members;
};

for (const [name, cost] of Object.entries({ parseTime, checkTime })) {
  for (let start = 0; start < 10; start += 1) {
    const members = climb(cost, 1_000 * Number(process.argv[2] ?? 6));
    process.stdout.write(`${name} ${cost(bodyOf(members), 30).toFixed(2)} ms ${JSON.stringify(members)}\n`);
  }
}
