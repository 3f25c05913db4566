import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type PetRange, type PetRepository, petJson } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { path } from '../configuration/codecs.ts';
import { reasonOf } from '../describe-error.ts';
import { assertOutputOpen, print, reportFailure } from '../output.ts';
import { openForCommand } from '../stores/chosen-store.ts';
import { type Command, createProgress, onlyArgument, storeHelp, withStore } from './command.ts';
import { writeFile } from './write-file.ts';

const pageSize = 200;

/** Writes all animals to a file or standard output, a page at a time, in ascending order of id. The Right is their number. */
const exportTo = async (list: PetRepository['list'], file?: string): Promise<E.Either<string, number>> => {
  const progress = createProgress();
  let animals = 0;
  const pages = async function* (): AsyncGenerator<string> {
    let range: PetRange = { limit: pageSize };
    for (;;) {
      const page = await list(range)();
      if (E.isLeft(page)) throw new Error(`the store is unavailable: ${reasonOf(page.left.cause)}`);
      yield page.right.map((pet) => `${petJson(pet)}\n`).join('');
      animals += page.right.length;
      progress(animals);
      const last = page.right.at(-1);
      if (last === undefined || page.right.length < pageSize) return;
      range = { limit: pageSize, after: last.id };
    }
  };
  try {
    if (file === undefined) await pipeline(pages, process.stdout, { end: false });
    else await pipeline(pages, createWriteStream(file, { flags: 'r+', flush: true }));
    return E.right(animals);
  } catch (error) {
    return E.left(`not all animals were exported: ${reasonOf(error)}`);
  }
};

/** The command `animal-store export`: writes all animals as NDJSON. */
export const exportCommand: Command = {
  usage: ['export [<file>] [--overwrite]'],
  summary: 'Write the animals of a durable store as NDJSON to a file, or to standard output.',
  details: `
  --overwrite  replace the file if it exists

Each line is an animal as JSON, with its id, in ascending order of id; animal-store import --keep-ids reads them. Services
may run meanwhile: an animal that exists all the time appears once, one that is added meanwhile once or not at all. API keys
and records of Idempotency-Keys are not in it: a backup has them. A file has mode 0600, and exists only once it is complete.
${storeHelp}`,
  run: async (args) => {
    const options = { overwrite: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const file = positionals.length === 0 ? '-' : onlyArgument('<file>', path, positionals);
    if (file === '-') assertOutputOpen();
    await withStore(openForCommand(process.env), async ({ pets, variable, value }) => {
      const store = variable === 'SQLITE_FILE' ? value : undefined;
      const exported = await (file === '-'
        ? exportTo(pets.list)
        : writeFile(file, values, store, (partial) => exportTo(pets.list, partial)));
      if (E.isLeft(exported)) reportFailure(exported.left);
      else if (file !== '-') await print(`${exported.right} animals exported to ${file}.\n`);
    });
  },
};
