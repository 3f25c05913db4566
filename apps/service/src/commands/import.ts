import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type IdempotencyKey,
  type IdempotencyScope,
  type InvalidPet,
  isKeptPetId,
  maxKeptPetId,
  parseNewPetJson,
  parsePetJson,
} from '@animal-store/domain';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { fileProblem } from '../configuration/configuration.ts';
import { reasonOf, reportFailure } from '../errors.ts';
import { openForCommand } from '../stores/chosen-store.ts';
import type { DurableStore } from '../stores/store.ts';
import { createProgress } from './show-progress.ts';

/** A line of a file that is not empty. */
interface Line {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
}

type Outcome = 'added' | 'present' | { readonly refused: string };

/** Lines are stored as many at a time: they can share a commit. */
const batchSize = 100;

/** The lines of a file in batches. Throws if a byte is not UTF-8. */
async function* batchesOf(input: Readable): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [rest, number] = ['', 0];
  let batch: Line[] = [];
  const takeLines = function* (texts: readonly string[]): Generator<readonly Line[]> {
    for (const text of texts) {
      number += 1;
      if (text.trim() !== '') batch.push({ number, text });
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  };
  for await (const chunk of input) {
    const texts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = texts.pop() ?? '';
    yield* takeLines(texts);
  }
  yield* takeLines([rest + decoder.decode()]);
  if (batch.length > 0) yield batch;
}

/** Stores a batch of lines. Throws if the store becomes unavailable. */
type StoreLines = (lines: readonly Line[]) => Promise<readonly Outcome[]>;

const invalid = ({ violations }: InvalidPet): Outcome => ({
  refused: violations.map(({ path, message }) => `${path || 'the line'} ${message}`).join('; '),
});

const failed = (failure: { readonly _tag: string; readonly cause?: unknown }): Outcome => {
  if (failure._tag === 'PetIdTaken') return { refused: 'another animal has this id' };
  if (failure._tag === 'PetIdOutOfRange') return { refused: `id must be between 1 and ${maxKeptPetId} to be kept` };
  if (failure._tag === 'IdempotencyKeyReused') return { refused: 'another animal was added for this line before' };
  throw new Error(failure._tag === 'RepositoryUnavailable' ? reasonOf(failure.cause) : 'the store is full');
};

/** Keeps the ids. Those that the store assigns later are above all of them. */
const keepingIds =
  ({ maintenance }: DurableStore): StoreLines =>
  async (lines) => {
    const pets = lines.map(({ text }) => parsePetJson(text));
    const ids = pets.flatMap((pet) => (E.isRight(pet) && isKeptPetId(pet.right.id) ? [pet.right.id] : []));
    const highest = ids.toSorted((one, other) => (one < other ? -1 : 1)).at(-1);
    if (highest !== undefined) {
      const raised = await maintenance.raiseLastId(highest)();
      if (E.isLeft(raised)) failed(raised.left);
    }
    return Promise.all(
      pets.map(async (pet): Promise<Outcome> => {
        if (E.isLeft(pet)) return invalid(pet.left);
        const kept = await maintenance.insertWithId(pet.right)();
        if (E.isLeft(kept)) return failed(kept.left);
        return kept.right === 'inserted' ? 'added' : 'present';
      }),
    );
  };

/** Gives new ids. The same animal in the same line of the same run is added once, also with another spelling of its JSON. */
const withNewIds =
  ({ pets }: DurableStore, run: string): StoreLines =>
  (lines) =>
    Promise.all(
      lines.map(async ({ number, text }): Promise<Outcome> => {
        const decoded = parseNewPetJson(text);
        if (E.isLeft(decoded)) return invalid(decoded.left);
        const { name, categoryId, status = null } = decoded.right;
        const content = JSON.stringify([run, name, `${categoryId}`, status]);
        const key = `${number}-${hash('sha256', content, 'base64url')}` as IdempotencyKey;
        const added = await pets.add(decoded.right, { scope: 'import' as IdempotencyScope, key })();
        if (E.isLeft(added)) return failed(added.left);
        return added.right.replayed ? 'present' : 'added';
      }),
    );

const problemOf = (file: string, error: unknown): string => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return `${file} is not UTF-8: unpack a compressed file first`;
  return syscall === undefined ? reasonOf(error) : `${file} cannot be read: ${fileProblem(error)}`;
};

const importFile = async (file: string, input: Readable, storeLines: StoreLines): Promise<void> => {
  const counts = { added: 0, present: 0, refused: 0 };
  const progress = createProgress();
  let problem: string | undefined;
  try {
    for await (const lines of batchesOf(input)) {
      const outcomes = await storeLines(lines);
      for (const [index, outcome] of outcomes.entries()) {
        if (typeof outcome === 'string') counts[outcome] += 1;
        else {
          counts.refused += 1;
          process.stderr.write(`animal-store: line ${lines[index]?.number}: ${reasonOf(outcome.refused)}\n`);
        }
      }
      progress(counts.added + counts.present + counts.refused);
    }
  } catch (error) {
    problem = problemOf(file, error);
  }
  const { added, present, refused } = counts;
  process.stdout.write(`${added} animals added, ${present} stored before, ${refused} lines refused.\n`);
  if (problem !== undefined)
    reportFailure(`not all lines are stored: ${problem}. Run the command again: no line is added twice`);
  else if (refused > 0) reportFailure('not all lines are stored: correct the refused lines and run the command again');
};

const more = `
FILE has one animal a line, as JSON in UTF-8 (NDJSON), as animal-store export writes it. A refused line is reported with its
number and reason, and the others are stored. Exit code 0: all lines are stored; 1: not all; 2: wrong usage.

Run the command again after any failure or kill: nothing is added twice. The store assigns new ids, and the same animal in the
same line of the same run is added once; the name of the run is that of the file, or --run. With --keep-ids, an animal that is
stored under its id already stays as it is, and a line is refused if another animal has its id. If services add animals
meanwhile, run first: animal-store skip-ids --to <highest id of the file>`;

/** The command `animal-store import`: adds the animals of a file. */
export const importCommand = (): Command =>
  new Command('import')
    .description('Add the animals of an NDJSON file to a durable store.')
    .argument('<file>', 'the file, or - for standard input')
    .option('--keep-ids', 'keep the ids in the file, 1 to 2^52')
    .option('--run <name>', 'the name of the run; another run adds the animals again (default: the name of the file)')
    .addHelpText('after', more)
    .action(
      async (
        file: string,
        { keepIds, run }: { readonly keepIds?: boolean; readonly run?: string },
        command: Command,
      ) => {
        if (file === '-' && !keepIds && !run) command.error('error: standard input needs --run <name> or --keep-ids');
        const opened = await openForCommand(process.env, { mayCreate: true })();
        if (E.isLeft(opened)) return reportFailure(opened.left);
        const store = opened.right;
        const input = file === '-' ? process.stdin : createReadStream(file);
        await importFile(file, input, keepIds ? keepingIds(store) : withNewIds(store, run || basename(file)));
        await store.close();
      },
    );
