import fc from 'fast-check';
import { numberLiteral } from './number-literals.ts';

const spelledText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text)),
  // Escapes, including halves of surrogate pairs.
  fc
    .array(fc.constantFrom(...'\\ud83d \\ude00 \\u0000 \\n \\\\ \\" a é 😀 [ { 9007199254740993.5'.split(' ')), {
      maxLength: 5,
    })
    .map((parts) => `"${parts.join('')}"`),
);
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('"available"', '"pending"', '"sold"') },
  fc.constantFrom('null', '""', '"Sold"', '0', '["sold"]'),
);
const anything = fc.oneof(
  spelledText,
  numberLiteral,
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[1.5]]', '{"categoryId":1.5}'),
  fc.json({ maxDepth: 3 }),
);
const deep = fc.integer({ min: 25, max: 40 }).map((levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`);

/** Mostly a value of the right kind, sometimes any value. */
const mostly = (right: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: anything });
const field = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  value.map((text) => `"${name}":${text}`);
const present = (weight: number, arbitrary: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.oneof({ weight, arbitrary: arbitrary.map((text) => [text]) }, { weight: 1, arbitrary: fc.constant([]) });

const unknownName = fc.constantFrom(
  ...'id Name categoryid __proto__ constructor x'.split(' '),
  ...['', 'toString', 'category'],
);
const unknownField = fc
  .tuple(unknownName, fc.oneof({ weight: 8, arbitrary: anything }, { weight: 1, arbitrary: deep }))
  // The interface leaves half a surrogate pair in an ignored field open, so it is left out.
  .map(([name, value]) => `"${name}":${value.replaceAll(/\\ud83d|\\ude00/g, '')}`);
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');

/** The JSON of an animal, with fields in any order, missing, of a wrong kind or unknown, but never repeated. */
export const animalText: fc.Arbitrary<string> = fc
  .tuple(
    present(20, field('name', mostly(spelledText))),
    present(20, field('categoryId', mostly(numberLiteral))),
    present(1, field('status', mostly(status))),
    fc.uniqueArray(unknownField, { maxLength: 3, selector: (text) => text.split(':')[0] }),
    fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    space,
  )
  .map(([name, categoryId, statusField, unknown, order, gap]) => {
    const fields = [...name, ...categoryId, ...statusField, ...unknown].map((text, index) => ({
      text,
      at: order[index] ?? 0,
    }));
    const shuffled = fields.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
    return `${gap}{${gap}${shuffled.join(`${gap},${gap}`)}${gap}}${gap}`;
  });

/** The bytes of an animal's JSON, some of them changed, lost or doubled. */
export const brokenAnimal: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    animalText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(...Buffer.from('{}[]",:\\-.eE0 19ntf'))),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) => {
    const bytes = [...Buffer.from(text)];
    for (const [place, kind, byte] of changes) {
      const at = place % (bytes.length + 1);
      bytes.splice(at, kind === 0 ? 0 : Math.min(kind, 2), ...(kind === 3 ? [] : [byte]));
    }
    return Uint8Array.from(bytes);
  });
