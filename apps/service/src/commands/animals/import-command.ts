import { createReadStream, type PathLike, ReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { escapeInvisible } from '@animal-store/access';
import { isKeptPetId, maxKeptPetId, PetId } from '@animal-store/domain';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E } from 'fp-ts';
import { chooseStore } from '../../configuration/choose-store.ts';
import { readErrorText } from '../../configuration/secret-files.ts';
import { anyStoreVariable, readsVariables } from '../../configuration/variables-text.ts';
import type { CommandSurroundings } from '../command-surroundings.ts';
import { throttleProgress } from '../throttle-progress.ts';
import {
  type DecodeLine,
  decodeLines,
  decodeNewPetLine,
  decodePetLine,
  decodePetLineUpTo,
  maxLineBytes,
} from './decode-lines.ts';
import { findHighest, type KeptIds } from './find-highest.ts';
import { importAnimals } from './import-animals.ts';
import { importProgressText, importResultText } from './import-text.ts';
import { type ImportTarget, openForKeptIds, openForNewPets } from './open-target.ts';
import { readLines } from './read-lines.ts';

/** How many animals are stored at a time: as many can share one commit, and as many lines are held in memory. */
const concurrency = 128;

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly keepIds?: boolean;
  readonly highestId?: PetId;
  readonly run?: string;
  readonly stopOnError?: boolean;
}

const goOn = 'run the command again: lines that are stored are not added twice';

const more = `
FILE has one animal a line, as JSON in UTF-8 (NDJSON), as animal-store export writes it; - is standard input. Empty lines
are skipped. A line has at most ${maxLineBytes} bytes. Unpack a compressed file first.

The store assigns new ids, unless --keep-ids is given. The same animal on the same line of the same run is added once, even
if the command is run several times. The name of the run is the name of the file, or the value of --run. To add the same
file a second time, give another name. With --keep-ids, an animal that is already stored under its id stays as it is. A
line is refused if another animal has its id. A file is read twice: services reserve ids above its highest one from then on.
For a pipe, give that id with --highest-id, and a line with a higher one is refused; without it, no service must add animals
meanwhile. On MongoDB a running service uses the ids that it has reserved before, at most 200: the import says first how many
lines have such ids. Restart these services afterwards.

--dry-run compares no line with the store or with other lines: the import may still refuse a line, for example because another
line or another stored animal has its id.

Services may run meanwhile. Each refused line is reported on standard error with its number; the others are still added.
Exit code 0: all lines are stored. 1: lines are refused, or the store or the file cannot be used. 2: wrong usage. 130:
interrupted. The command may be run again after any of them.

${readsVariables}`;

const dryTarget: ImportTarget<unknown> = {
  store: () => Promise.resolve('added'),
  close: () => Promise.resolve(),
};

const importInto = async <A>(
  input: Readable,
  decode: DecodeLine<A>,
  { store, close }: ImportTarget<A>,
  { dryRun = false, stopOnError = false }: ImportOptions,
  { print, warn, reportFailure, showProgress, stopOnSignal, endBySignal }: CommandSurroundings,
): Promise<void> => {
  const show = throttleProgress({ showProgress, warn });
  const began = performance.now();
  let signal: string | undefined;
  const running = importAnimals(decodeLines(readLines(input, maxLineBytes), decode), store, {
    concurrency,
    stopOnError,
    closeInput: () => input.destroy(),
    onRefused: (line, reason) => warn(`line ${line}: ${escapeInvisible(reason)}`),
    onProgress: (report) =>
      show(() => importProgressText(report, { elapsed: performance.now() - began, ...partRead(input) })),
  });
  stopOnSignal((received) => {
    signal = received;
    running.stop();
  });
  // An open store keeps the process alive.
  const report = await running.ended.finally(close);
  showProgress?.('');
  print(`${importResultText(report, dryRun)}.`);
  if (report.storeFails !== undefined)
    reportFailure(`stopped after line ${report.lastLine}: ${report.storeFails}; ${goOn}`);
  else if (report.refused > 0)
    reportFailure(
      dryRun
        ? 'not all lines are valid; correct the refused lines'
        : `not all lines are stored; correct the refused lines and ${goOn}`,
    );
  if (signal === undefined) return;
  reportFailure(`interrupted after line ${report.lastLine}; ${goOn}`);
  endBySignal(signal);
};

const isFile = (path: PathLike): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** How much of a file is read. Its end is unknown if it is a pipe. */
const partRead = (input: Readable): { readonly part?: number } => {
  if (!(input instanceof ReadStream) || !isFile(input.path)) return {};
  return { part: input.bytesRead / statSync(input.path).size };
};

/** The ids in a file, which is read twice, or at least the highest one that is allowed. Those in a pipe are not known. */
const idsIn =
  (file: string, highest: PetId | undefined) =>
  async (last: bigint): Promise<KeptIds> =>
    highest !== undefined || file === '-' || !isFile(file)
      ? { highest }
      : findHighest(decodeLines(readLines(createReadStream(file), maxLineBytes), decodePetLine), last);

/** Reads the value of --highest-id. */
const parseHighestId = (text: string): PetId => {
  const id = PetId.decode(/^\d{1,19}$/.test(text) ? BigInt(text) : undefined);
  if (E.isRight(id) && isKeptPetId(id.right)) return id.right;
  throw new InvalidArgumentError(`It must be a whole number between 1 and ${maxKeptPetId}.`);
};

/** Reads the value of --run. An empty one is most likely a variable of a script that is not set. */
const parseRun = (text: string): string => {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
};

/** The command `animal-store import`: adds the animals of a file. */
export const importCommand = (surroundings: CommandSurroundings): Command => {
  const { environment, stdin, warn, reportFailure } = surroundings;

  const importFile = async (file: string, options: ImportOptions, run: string): Promise<void> => {
    const decodeKept = options.highestId === undefined ? decodePetLine : decodePetLineUpTo(options.highestId);
    const input: Readable = file === '-' ? stdin : createReadStream(file);
    // It may fail while the store is opened. The import meets the same error when it reads.
    input.on('error', () => undefined);
    try {
      if (options.dryRun) {
        const decode: DecodeLine<unknown> = options.keepIds ? decodeKept : decodeNewPetLine;
        return await importInto(input, decode, dryTarget, options, surroundings);
      }
      const choice = chooseStore(environment);
      if (E.isLeft(choice)) return reportFailure(choice.left);
      if (options.keepIds) {
        const target = await openForKeptIds(choice.right, idsIn(file, options.highestId), warn)();
        if (E.isLeft(target)) return reportFailure(target.left);
        return await importInto(input, decodeKept, target.right, options, surroundings);
      }
      const target = await openForNewPets(choice.right, run)();
      if (E.isLeft(target)) return reportFailure(target.left);
      return await importInto(input, decodeNewPetLine, target.right, options, surroundings);
    } catch (error) {
      // Both passes over the file fail for the same reason, each with an error of its own.
      const { code } = error as NodeJS.ErrnoException;
      const isOfInput = code !== undefined && (input.errored as NodeJS.ErrnoException | null)?.code === code;
      const detail = isOfInput ? readErrorText(error) : escapeInvisible(String(error));
      reportFailure(isOfInput ? `${file} cannot be read: ${detail}` : `this failed unexpectedly: ${detail}; ${goOn}`);
    } finally {
      input.destroy();
    }
  };

  return new Command('import')
    .description(`Add the animals of an NDJSON file to the store in ${anyStoreVariable}.`)
    .argument('<file>', 'the file, or - for standard input')
    .option('--keep-ids', 'keep the ids in the file, 1 to 2^52')
    .addOption(new Option('--highest-id <id>', 'the highest id in a pipe that keeps its ids').argParser(parseHighestId))
    .addOption(
      new Option(
        '--run <name>',
        'the name of the run; another run adds the animals again (default: the name of the file)',
      )
        .argParser(parseRun)
        .conflicts('keepIds'),
    )
    .option('--dry-run', 'check each line by itself, without the store, and add nothing')
    .option('--stop-on-error', 'start no new line after a refused one')
    .addHelpText('after', more)
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const isNamed = (options.run ?? options.keepIds ?? options.dryRun) !== undefined;
      // Opening it waits for a writer, which no signal interrupts, and --keep-ids reads a file twice.
      if (file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFIFO() === true)
        return reportFailure(`${file} is a named pipe: pass it as standard input, import - < ${file}`);
      if (options.highestId !== undefined && !options.keepIds) command.error('error: --highest-id needs --keep-ids');
      if (file === '-' && !isNamed) command.error('error: standard input needs --run <name> or --keep-ids');
      await importFile(file, options, options.run ?? basename(file));
    });
};
