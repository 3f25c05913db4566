import { spawnSync } from 'node:child_process';
import { openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const put = (bytes: string | Buffer): string => {
  const file = join(temporaryFolder(), 'a.ndjson');
  writeFileSync(file, bytes);
  return file;
};

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The lines of a file, each as its text or as the message of its refusal. */
const linesOf = async (file: string): Promise<readonly (string | undefined)[]> => {
  const lines: (string | undefined)[] = [];
  for await (const batch of readLines(file)) {
    expect(batch.length).toBeLessThanOrEqual(100);
    lines.push(...batch.map((line) => (E.isRight(line) ? line.right : `refused: ${line.left.violations[0]?.message}`)));
  }
  return lines;
};

const notUtf8 = 'refused: must be encoded in UTF-8';
const tooLong = 'refused: must not exceed 1048576 bytes';
const long = 'x'.repeat(1_048_576);
const many = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${index}`);
/** The size of a chunk of a file, so that the next character is split between two chunks. */
const chunk = 'y'.repeat(65_535);

it.each<readonly [string, string | Buffer, readonly string[]]>([
  ['an empty file', '', []],
  ['a last line without line feed', 'a\nb', ['a', 'b']],
  ['CRLF, which JSON takes for a space', 'a\r\nb\r\n', ['a\r', 'b\r']],
  ['separators of Unicode, which are part of a line', 'a\u2028b\u0085c\u000bd\n', ['a\u2028b\u0085c\u000bd']],
  ['a byte order mark at the start, which is ignored', '\ufeffa\nb', ['a', 'b']],
  ['a byte order mark later, which is not', 'a\n\ufeffb', ['a', '\ufeffb']],
  ['more than one batch', many(250).join('\n'), many(250)],
  ['a character that two chunks share', `${chunk}é\nb`, [`${chunk}é`, 'b']],
  ['a byte that is not UTF-8 at the start', latin1('\xe9\nb\n'), [notUtf8, 'b']],
  ['the same at the end', latin1('a\ncaf\xe9'), ['a', notUtf8]],
  ['the same at the start of a batch', latin1([...many(100), '\xe9', 'b'].join('\n')), [...many(100), notUtf8, 'b']],
  ['the same at the end of a chunk', latin1(`${chunk}\xe9\nb`), [notUtf8, 'b']],
  ['half a character at the end', latin1('a\n\xf0\x9f\x90'), ['a', notUtf8]],
  ['a line of 1 MiB', `a\n${long}\nb`, ['a', long, 'b']],
  ['a longer line', `a\n${long}x\nb`, ['a', tooLong, 'b']],
  ['longer lines at the start and the end', `${long}x\nb\n${long}${long}`, [tooLong, 'b', tooLong]],
])('reads %s', async (_, bytes, lines) => {
  expect(await linesOf(put(bytes))).toEqual(lines);
});

it.each(['1f8b08', '504b0304', '425a6839', 'fd377a585a', '28b52ffd'])(
  'refuses a compressed file that begins with %s as a whole',
  async (hex) => {
    const file = put(Buffer.from(hex, 'hex'));
    await expect(linesOf(file)).rejects.toThrow(`${file} is compressed: unpack it first`);
  },
);

it('reads a line of any length from standard input in bounded memory', () => {
  const file = put('');
  truncateSync(file, 512 * 1024 * 1024);
  const script = `
    import { readLines } from ${JSON.stringify(new URL('read-lines.ts', import.meta.url).href)};
    for await (const lines of readLines('-')) console.log(JSON.stringify(lines), process.resourceUsage().maxRSS < 400_000);
  `;
  const args = ['--conditions=@animal-store/source', '--input-type=module', '--eval', script];
  const { stdout } = spawnSync(process.execPath, args, { stdio: [openSync(file, 'r'), 'pipe', 'inherit'] });
  const left = { _tag: 'InvalidPet', violations: [{ path: '', message: 'must not exceed 1048576 bytes' }] };
  expect(String(stdout)).toBe(`${JSON.stringify([E.left(left)])} true\n`);
});
