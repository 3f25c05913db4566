import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type PetId, type PetRepository, petJson } from '@animal-store/domain';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { reasonOf, reportFailure } from '../errors.ts';
import { openForCommand } from '../stores/chosen-store.ts';
import { createProgress } from './show-progress.ts';
import { writeFile } from './write-file.ts';

const pageSize = 200;

/** All animals as lines of JSON, a page at a time, in ascending order of id. Throws if the store becomes unavailable. */
async function* pagesOf(list: PetRepository['list'], onPage: (animals: number) => void): AsyncGenerator<string> {
  let after: PetId | undefined;
  for (;;) {
    const page = await list(after === undefined ? { limit: pageSize } : { limit: pageSize, after })();
    if (E.isLeft(page)) throw new Error(`the store is unavailable: ${reasonOf(page.left.cause)}`);
    if (page.right.length > 0) yield `${page.right.map(petJson).join('\n')}\n`;
    onPage(page.right.length);
    if (page.right.length < pageSize) return;
    after = page.right.at(-1)?.id;
  }
}

const exportTo = async (
  list: PetRepository['list'],
  destination: Writable,
  end: boolean,
): Promise<E.Either<string, number>> => {
  const progress = createProgress();
  let animals = 0;
  const onPage = (more: number): void => {
    animals += more;
    progress(animals);
  };
  try {
    await pipeline(Readable.from(pagesOf(list, onPage), { highWaterMark: 1 }), destination, { end });
    return E.right(animals);
  } catch (error) {
    // It is not a failure if the reader stops early, like `head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return E.right(animals);
    return E.left(`not all animals were exported: ${reasonOf(error)}`);
  }
};

const more = `
Each line is an animal as JSON, with its id, in ascending order of id; animal-store import --keep-ids reads them. Services
may run meanwhile: an animal that exists all the time is there once, one that is added meanwhile once or not at all. API keys
and records of Idempotency-Keys are not in it: a backup has them. FILE has mode 0600, and exists only once it is complete.`;

/** The command `animal-store export`: writes all animals as NDJSON. */
export const exportCommand = (): Command =>
  new Command('export')
    .description('Write the animals of a durable store as NDJSON.')
    .argument('[file]', 'the file to write, or - for standard output', '-')
    .option('--overwrite', 'replace the file if it exists')
    .addHelpText('after', more)
    .action(async (file: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const opened = await openForCommand(process.env)();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { pets, close } = opened.right;
      const exported =
        file === '-'
          ? await exportTo(pets.list, process.stdout, false)
          : await writeFile(file, overwrite, (partial) => exportTo(pets.list, createWriteStream(partial), true));
      await close();
      if (E.isLeft(exported)) reportFailure(exported.left);
      else if (file !== '-') process.stdout.write(`${exported.right} animals exported to ${file}.\n`);
    });
