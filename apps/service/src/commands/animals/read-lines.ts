/** A line of a file, without its line break. */
export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Undefined if it is longer than is read. */
  readonly bytes: Buffer | undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const withoutMarks = (bytes: Buffer, isFirst: boolean): Buffer => {
  const start = isFirst && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  return bytes.subarray(start, bytes.at(-1) === carriageReturn ? -1 : undefined);
};

/**
 * Splits bytes into lines, which end with LF or CRLF; the last one needs no end. A byte order mark at the start is left
 * out. It holds one line and one chunk at a time: of a line longer than `maxBytes`, nothing is kept.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;

  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (): Line => {
    number += 1;
    const bytes = length > maxBytes ? undefined : withoutMarks(Buffer.concat(parts), number === 1);
    parts = [];
    length = 0;
    return { number, bytes };
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) break;
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
