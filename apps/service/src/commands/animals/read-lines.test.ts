import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const chunksOf = async function* (chunks: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk as string);
};

const read = async (chunks: readonly (string | Buffer)[], maxBytes = 10): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const { number, bytes } of readLines(chunksOf(chunks), maxBytes)) {
    lines.push(`${number} ${bytes?.toString('latin1')}`);
  }
  return lines;
};

it.each<[string, readonly string[], readonly string[]]>([
  ['an empty chunk', [''], []],
  ['a last line without an end', ['a\nb'], ['1 a', '2 b']],
  ['empty lines', ['\n\na\n\n'], ['1 ', '2 ', '3 a', '4 ']],
  ['CRLF', ['a\r\n\r\nb\r'], ['1 a', '2 ', '3 b']],
  ['a carriage return in a line', ['a\rb\n'], ['1 a\rb']],
  ['a long last line', ['a\n123456', '789012'], ['1 a', '2 undefined']],
])('reads %s', async (_, chunks, lines) => {
  expect(await read(chunks)).toEqual(lines);
});

it('leaves out a byte order mark at the start, and nowhere else', async () => {
  const mark = '\ufeff';
  expect(await read([`${mark}a\n${mark}b\n`])).toEqual(['1 a', '2 \u00ef\u00bb\u00bfb']);
});

it('keeps nothing of a line that is too long', async () => {
  const megabyte = 2 ** 20;
  let most = 0;
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const held = (): number => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (let count = 0; count < 16; count++) {
      yield Buffer.alloc(8 * megabyte, 'x');
      most = Math.max(most, held());
    }
  };
  const before = held();
  for await (const { bytes } of readLines(chunks(), megabyte)) expect(bytes).toBeUndefined();
  expect(most - before).toBeLessThan(32 * megabyte);
});

it('reads the same lines wherever the chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[ab]{0,12}$/)),
      fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
      async (texts, cuts) => {
        const whole = texts.map((text) => `${text}\n`).join('');
        const places = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((end, index) => whole.slice(places[index], end));
        expect(await read(chunks)).toEqual(
          texts.map((text, index) => `${index + 1} ${text.length > 10 ? undefined : text}`),
        );
      },
    ),
  );
});
