import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { InvalidPet } from '@animal-store/domain';
import { either as E } from 'fp-ts';

/** A line of a file, or why it is refused. */
export type Line = E.Either<InvalidPet, string>;

/** How many lines a batch has at most. */
const batchSize = 100;

/** The most bytes of a line, so that a file without line feeds does not fill the memory. */
const longestLine = 1024 * 1024;

const lineFeed = 0x0a;

// The first bytes of gzip, zip, bzip2, xz and Zstandard.
const compressed = /^(?:1f8b|504b0304|425a68|fd377a58|28b52ffd)/;

const refuse = (message: string): Line => E.left({ _tag: 'InvalidPet', violations: [{ path: '', message }] });

const toLine = (parts: readonly Buffer[], length: number, isFirst: boolean): Line => {
  if (length > longestLine) return refuse(`must not exceed ${longestLine} bytes`);
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) return refuse('must be encoded in UTF-8');
  const text = bytes.toString();
  return E.right(isFirst ? text.replace(/^\ufeff/, '') : text);
};

/**
 * Reads the lines of a file, or of standard input (`-`), in batches. They end with line feeds alone: `node:readline` also splits
 * at U+2028, which a name may contain. A byte order mark at the start is ignored. Throws if the file cannot be read, or is
 * compressed.
 */
export async function* readLines(file: string): AsyncGenerator<readonly Line[]> {
  // The line that is not complete yet, of which only the length is kept once it is too long.
  let parts: Buffer[] = [];
  let length = 0;
  let isFirst = true;
  const end = (): Line => {
    const line = toLine(parts, length, isFirst);
    [parts, length, isFirst] = [[], 0, false];
    return line;
  };
  for await (const data of file === '-' ? process.stdin : createReadStream(file)) {
    const chunk = data as Buffer;
    if (isFirst && length === 0 && compressed.test(chunk.toString('hex', 0, 4)))
      throw new Error(`${file} is compressed: unpack it first`);
    let batch: Line[] = [];
    for (let from = 0, to = 0; from <= chunk.length; from = to + 1) {
      to = chunk.indexOf(lineFeed, from);
      const part = chunk.subarray(from, to < 0 ? undefined : to);
      length += part.length;
      parts = length > longestLine ? [] : [...parts, part];
      if (to < 0) break;
      batch.push(end());
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  if (length > 0) yield [end()];
}
