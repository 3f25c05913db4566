import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { InvalidPet } from '@animal-store/domain';
import { either as E, readonlyArray as RA } from 'fp-ts';

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

/** A line whose end is not read yet. Of one that is too long, only the length is kept. */
interface OpenLine {
  readonly parts: readonly Buffer[];
  readonly length: number;
  readonly isFirst: boolean;
}

const firstLine: OpenLine = { parts: [], length: 0, isFirst: true };
const nextLine: OpenLine = { ...firstLine, isFirst: false };

const append = (line: OpenLine, part: Buffer): OpenLine => {
  const length = line.length + part.length;
  return { ...line, length, parts: length > longestLine ? [] : [...line.parts, part] };
};

const close = ({ parts, length, isFirst }: OpenLine): Line => {
  if (length > longestLine) return refuse(`must not exceed ${longestLine} bytes`);
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) return refuse('must be encoded in UTF-8');
  const text = bytes.toString();
  return E.right(isFirst ? text.replace(/^\ufeff/, '') : text);
};

/** The lines that end in a chunk, of which the first one began as `open`, and the one that is open at its end. */
const split = (open: OpenLine, chunk: Buffer): { readonly lines: readonly Line[]; readonly rest: OpenLine } => {
  const lines: Line[] = [];
  let from = 0;
  for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
    lines.push(close(append(lines.length === 0 ? open : nextLine, chunk.subarray(from, to))));
    from = to + 1;
  }
  return { lines, rest: append(lines.length === 0 ? open : nextLine, chunk.subarray(from)) };
};

/**
 * Reads the lines of a file, or of standard input (`-`), in batches. They end with line feeds alone: `node:readline` also splits
 * at U+2028, which a name may contain. A byte order mark at the start is ignored. Throws if the file cannot be read, or is
 * compressed.
 */
export async function* readLines(file: string): AsyncGenerator<readonly Line[]> {
  let open = firstLine;
  for await (const data of file === '-' ? process.stdin : createReadStream(file)) {
    const chunk = data as Buffer;
    if (open === firstLine && compressed.test(chunk.toString('hex', 0, 4)))
      throw new Error(`${file} is compressed: unpack it first`);
    const { lines, rest } = split(open, chunk);
    open = rest;
    yield* RA.chunksOf(batchSize)(lines);
  }
  if (open.length > 0) yield [close(open)];
}
