import { isUtf8 } from 'node:buffer';
import {
  type InvalidPet,
  isKeptPetId,
  maxKeptPetId,
  type NewPet,
  type Pet,
  parseNewPetJson,
  parsePetJson,
} from '@animal-store/domain';
import { either as E, function as F } from 'fp-ts';
import type { Line } from './read-lines.ts';

/** The most bytes of a line: far more than those of any animal that the HTTP API accepts. */
export const maxLineBytes: number = 2 ** 20;

/** A line that is not empty: its animal, or why it is refused. */
export interface DecodedLine<A> {
  readonly number: number;
  readonly content: E.Either<string, A>;
}

/** Decodes the text of a line; the Left says why it is refused. */
export type DecodeLine<A> = (text: string) => E.Either<string, A>;

const reasonOf = ({ violations }: InvalidPet): string =>
  violations.map(({ path, message }) => `${path || 'the line'} ${message}`).join('; ');

/** Reads a new animal: an id is ignored like any other field. */
export const decodeNewPetLine: DecodeLine<NewPet> = (text) => E.mapLeft(reasonOf)(parseNewPetJson(text));

/** Reads an animal that keeps its id. */
export const decodePetLine: DecodeLine<Pet> = (text) =>
  F.pipe(
    parsePetJson(text),
    E.mapLeft(reasonOf),
    E.filterOrElse(
      ({ id }) => isKeptPetId(id),
      () => `id must be between 1 and ${maxKeptPetId} to be kept`,
    ),
  );

/** Reads an animal that keeps its id, of at most the value of --highest-id. */
export const decodePetLineUpTo = (highestId: bigint): DecodeLine<Pet> =>
  F.flow(
    decodePetLine,
    E.filterOrElse(
      ({ id }) => id <= highestId,
      ({ id }) => `the id ${id} is above ${highestId}, the value of --highest-id`,
    ),
  );

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const contentOf = <A>({ number, bytes }: Line, decode: DecodeLine<A>): E.Either<string, A> | undefined => {
  if (bytes === undefined) return E.left(`the line is longer than ${maxLineBytes} bytes`);
  if (number === 1 && isGzip(bytes)) return E.left('the file is compressed: unpack it first, for example by gunzip -c');
  if (!isUtf8(bytes)) return E.left('the line is not UTF-8');
  const text = bytes.toString('utf8');
  return text.trim() === '' ? undefined : decode(text);
};

/** Decodes lines, and skips those of white space alone. */
export async function* decodeLines<A>(
  lines: AsyncIterable<Line>,
  decode: DecodeLine<A>,
): AsyncGenerator<DecodedLine<A>> {
  for await (const line of lines) {
    const content = contentOf(line, decode);
    if (content !== undefined) yield { number: line.number, content };
  }
}
