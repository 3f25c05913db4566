import { closeSync, createWriteStream, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { escapeInvisible } from '@animal-store/access';
import type { PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { Command } from 'commander';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { chooseStore } from '../../configuration/choose-store.ts';
import { readErrorText } from '../../configuration/secret-files.ts';
import { anyStoreVariable, readsVariables } from '../../configuration/variables-text.ts';
import { messageOf } from '../../errors.ts';
import { openChosenStore } from '../../stores/chosen-store.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import { writeNewFile } from '../../write-new-file.ts';
import type { CommandSurroundings } from '../command-surroundings.ts';
import { throttleProgress } from '../throttle-progress.ts';
import { exportAnimals } from './export-animals.ts';

const more = `
Each line is an animal as JSON, with its id and exact integers, in ascending order of id. animal-store import reads the
file; with --keep-ids the animals keep their ids, for example to move them to another store. Records of Idempotency-Keys
and API keys are not in it: a backup has them.

Services may run meanwhile. The file contains every animal that was acknowledged before the start, and an animal that is
added meanwhile once or not at all. FILE is written with mode 0600, and exists only once it is complete. An SQLite database
is never replaced. Without FILE, or with -, the animals are written to standard output.

${readsVariables}`;

const isGoneReader = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

const firstBytes = Buffer.from('SQLite format 3\0');

const beginsAsDatabase = (file: string): boolean => {
  const found = Buffer.alloc(firstBytes.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, found);
  } finally {
    closeSync(opened);
  }
  return found.equals(firstBytes);
};

/** No export is a database, so a file that is one was named by mistake: it may be the store of a service. */
const refuse = (file: string): string | undefined => {
  try {
    return beginsAsDatabase(file) ? `${file} is an SQLite database, which an export never replaces` : undefined;
  } catch (error) {
    return `${file} may be an SQLite database, which an export never replaces: ${readErrorText(error)}`;
  }
};

/** The command `animal-store export`: writes all animals as NDJSON. */
export const exportCommand = ({
  environment,
  stdout,
  print,
  warn,
  reportFailure,
  showProgress,
}: CommandSurroundings): Command => {
  const show = throttleProgress({ showProgress, warn });

  const write = async (
    list: PetRepository['list'],
    destination: Writable,
    end: boolean,
  ): Promise<E.Either<string, number>> => {
    try {
      const exported = await exportAnimals(list, destination, end, (animals) => show(() => `${animals} animals`))();
      return E.mapLeft(
        (unavailable: RepositoryUnavailable) => `not all animals were exported: ${reasonOf(unavailable)}`,
      )(exported);
    } catch (error) {
      // It is not a failure if the reader stops early, like `head`.
      if (isGoneReader(error)) return E.right(0);
      const detail = error instanceof Error ? error.message : String(error);
      return E.left(`not all animals were exported: ${escapeInvisible(detail)}`);
    } finally {
      showProgress?.('');
    }
  };

  const writeFile = async (list: PetRepository['list'], file: string, overwrite: boolean): Promise<void> => {
    const target = resolve(file);
    const exported = await writeNewFile(target, { overwrite, refuse }, (partial) =>
      write(list, createWriteStream(partial, { flags: 'r+' }), true),
    );
    if (E.isLeft(exported)) reportFailure(exported.left);
    else print(`${exported.right} ${exported.right === 1 ? 'animal' : 'animals'} exported to ${target}.`);
  };

  return new Command('export')
    .description(`Write the animals of the store in ${anyStoreVariable} as NDJSON.`)
    .argument('[file]', 'the file to write, or - for standard output', '-')
    .option('--overwrite', 'replace the file if it exists')
    .addHelpText('after', more)
    .action(async (file: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const opened = await F.pipe(
        TE.fromEither(chooseStore(environment)),
        TE.chain((chosen) => TE.mapLeft(messageOf)(openChosenStore(chosen, { mustExist: true }))),
      )();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { pets, close } = opened.right;
      if (file === '-') {
        const written = await write(pets.list, stdout, false);
        if (E.isLeft(written)) reportFailure(written.left);
      } else await writeFile(pets.list, file, overwrite);
      await close();
    });
};
