import { hash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type IdempotencyKey,
  type IdempotencyScope,
  type InvalidPet,
  maxImportablePetId,
  type NewPet,
  type Pet,
  type PetId,
  parseNewPetJson,
  parsePetJson,
  petJson,
  type RepositoryUnavailable,
} from '@animal-store/domain';
import type { DurableStore } from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { path } from '../configuration/codecs.ts';
import { fileProblem } from '../configuration/configuration.ts';
import { reasonOf } from '../describe-error.ts';
import { print, reportFailure } from '../output.ts';
import { openForCommand } from '../stores/chosen-store.ts';
import { type Command, createProgress, onlyArgument, storeHelp, WrongUsage, withStore } from './command.ts';
import { type Line, readLines } from './read-lines.ts';

type Failure =
  | InvalidPet
  | RepositoryUnavailable
  | { readonly _tag: 'PetIdTaken' | 'PetIdOutOfRange' | 'IdempotencyKeyReused' | 'RepositoryFull' };

/** Stores the animals of lines, in their order. One that was stored before is `present`. */
type StoreLines = (lines: readonly Line[]) => Promise<readonly E.Either<Failure, 'added' | 'present'>[]>;

/** Stores animals under the ids of their lines. */
const keepingIds =
  ({ maintenance }: DurableStore): StoreLines =>
  async (lines) => {
    // Ids ascend in an export: the last one raises the counter of the store, so that the others need not.
    const parsed = lines.map(E.chain(parsePetJson));
    const last = parsed.at(-1);
    if (last !== undefined && E.isRight(last)) await maintenance.raiseLastId(last.right.id)();
    const keep = F.flow(
      (pet: E.Either<InvalidPet, Pet>) => TE.fromEither(pet),
      TE.chainW(maintenance.insertWithId),
      TE.map((kept) => (kept === 'inserted' ? 'added' : kept)),
    );
    return Promise.all(parsed.map((pet) => keep(pet)()));
  };

const noId = 0n as PetId;

/**
 * Stores animals under new ids. Of equal animals in a run, the nth is added once, so that lines may be corrected, inserted, moved or
 * removed before the next attempt. The number of the line would change with the lines above, so it is not part of the key.
 */
const withNewIds = ({ pets }: DurableStore, run: string): StoreLines => {
  const counts = new Map<string, number>();
  const keyOf = (pet: NewPet): IdempotencyKey => {
    const digest = hash('sha256', JSON.stringify([run, petJson({ ...pet, id: noId })]), 'base64url');
    const nth = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, nth);
    return `${nth}-${digest}` as IdempotencyKey;
  };
  const add = (line: Line) =>
    F.pipe(
      E.chain(parseNewPetJson)(line),
      E.map((pet) => pets.add(pet, { scope: 'import' as IdempotencyScope, key: keyOf(pet) })),
      TE.fromEither,
      TE.flattenW,
      TE.map(({ replayed }) => (replayed ? 'present' : 'added')),
    );
  return (lines) => Promise.all(lines.map((line) => add(line)()));
};

/** Why a line is refused. Throws if the store is unavailable or full, so that it can take no line. */
const refusalOf = (failure: Failure): string => {
  if (failure._tag === 'InvalidPet')
    return failure.violations.map(({ path, message }) => `${path || 'the line'} ${message}`).join('; ');
  if (failure._tag === 'PetIdTaken') return 'another animal has this id';
  if (failure._tag === 'PetIdOutOfRange') return `id must be between 1 and ${maxImportablePetId} to be kept`;
  if (failure._tag === 'IdempotencyKeyReused') throw new Error('the records of earlier imports were changed');
  throw new Error(failure._tag === 'RepositoryUnavailable' ? reasonOf(failure.cause) : 'the store is full');
};

const isBlank = (line: Line | undefined): boolean => line !== undefined && E.isRight(line) && line.right.trim() === '';

const problemOf = (file: string, error: unknown): string => {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? reasonOf(error) : `${file} cannot be read: ${fileProblem(error)}`;
};

const importFile = async (file: string, storeLines: StoreLines): Promise<void> => {
  const counts = { added: 0, present: 0, refused: 0 };
  const progress = createProgress();
  let read = 0;
  try {
    for await (const lines of readLines(file)) {
      const outcomes = await storeLines(lines);
      for (const [index, outcome] of outcomes.entries()) {
        read += 1;
        if (E.isRight(outcome)) counts[outcome.right] += 1;
        else if (!isBlank(lines[index])) {
          process.stderr.write(`animal-store: line ${read}: ${reasonOf(refusalOf(outcome.left))}\n`);
          counts.refused += 1;
        }
      }
      progress(counts.added + counts.present + counts.refused);
    }
  } catch (error) {
    reportFailure(`not all lines are stored: ${problemOf(file, error)}. Run the command again: no line is added twice`);
  }
  const { added, present, refused } = counts;
  await print(`${added} animals added, ${present} stored before, ${refused} lines refused.\n`);
  if (refused > 0)
    reportFailure('not all lines are stored: correct the refused lines in the file and run the same command again');
};

/** The command `animal-store import`: adds the animals of a file. */
export const importCommand: Command = {
  usage: ['import <file> [--run <name>]', 'import <file> --keep-ids'],
  summary: 'Add the animals of an NDJSON file, or of standard input (-), to a durable store.',
  details: `
  --run <name>  the name of the run; another run adds the animals again (default: the name of the file without its folder)
  --keep-ids    keep the ids in the file, 1 to 2^52

The file has one animal a line, as JSON in UTF-8, as animal-store export writes it. Blank lines and a byte order mark at the
start are ignored. A refused line is reported with its number and reason, the others are stored, and the exit code is 1. A line
of more than 1 MiB is refused.

Run the command again after any failure, kill or correction: nothing is added twice. With new ids, a run with five equal lines
adds five animals, however often it is repeated and wherever the lines are; another spelling of the JSON is equal. A line that
is changed after it was stored adds another animal. It takes about 100 bytes of memory for each line. With --keep-ids, an equal
animal under the id stays as it is, and a line is refused if another animal has its id. If services add animals meanwhile, run
first: animal-store skip-ids --to <highest id of the file>, and restart the services
${storeHelp}`,
  run: async (args) => {
    const options = { 'keep-ids': { type: 'boolean' }, run: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const file = onlyArgument('<file>', path, positionals);
    const { run = basename(file), 'keep-ids': keepsIds } = values;
    if (keepsIds && values.run !== undefined) throw new WrongUsage('--run and --keep-ids exclude each other');
    if (run === '') throw new WrongUsage('--run needs a name');
    if (run === '-' && !keepsIds) throw new WrongUsage('standard input needs --run <name> or --keep-ids');
    try {
      if (file !== '-') accessSync(file, constants.R_OK);
    } catch (error) {
      return reportFailure(problemOf(file, error));
    }
    await withStore(openForCommand(process.env, { mayCreate: true }), (store) =>
      importFile(file, keepsIds ? keepingIds(store) : withNewIds(store, run)),
    );
  },
};
