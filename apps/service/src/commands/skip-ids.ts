import { parseArgs } from 'node:util';
import { maxImportablePetId, type PetId } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { parsed } from '../configuration/codecs.ts';
import { reasonOf } from '../describe-error.ts';
import { print, reportFailure } from '../output.ts';
import { openForCommand } from '../stores/chosen-store.ts';
import { type Command, decodeArgument, storeHelp, WrongUsage, withStore } from './command.ts';

const count = parsed(`a whole number between 1 and ${maxImportablePetId}`, (text) =>
  /^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= maxImportablePetId ? BigInt(text) : undefined,
);

/** The command `animal-store skip-ids`: makes a restored store assign no id twice. */
export const skipIdsCommand: Command = {
  usage: ['skip-ids [--by <number> | --to <id>]'],
  summary: 'Raise the id of the next animal of a durable store, after a restore.',
  details: `
  --by <number>  how many ids to skip above the last one that the store knows (default: 1000000)
  --to <id>      the last id to skip

Run it once after a restore, before a service starts; restart a service that runs. A restored store does not know the ids that
were assigned after its backup, and would assign them again, although clients may still use them. Give --by a number of ids that
is above the number of animals that were added since the backup, or --to the highest id that is known from a log or a client.
The default is enough for a day of 10 additions a second. There are 2^53 ids, so a million more costs nothing. The command never
lowers the counter.
${storeHelp}`,
  run: async (args) => {
    const { values } = parseArgs({ args, options: { by: { type: 'string' }, to: { type: 'string' } } });
    if (values.by !== undefined && values.to !== undefined) throw new WrongUsage('--by and --to exclude each other');
    const by = decodeArgument('--by', count, values.by ?? '1000000');
    const to = values.to === undefined ? undefined : decodeArgument('--to', count, values.to);
    await withStore(openForCommand(process.env), async ({ maintenance, title }) => {
      const skipped = await F.pipe(
        maintenance.lastId(),
        TE.map((last) => (to ?? last + by) as PetId),
        TE.chainW((id) => maintenance.raiseLastId(id)),
        TE.chainW(maintenance.lastId),
      )();
      if (E.isRight(skipped))
        await print(
          `A service that starts from now on gives new animals ids above ${skipped.right}; restart those that run.\n`,
        );
      else if (skipped.left._tag === 'PetIdOutOfRange')
        reportFailure(`no id was skipped: the last one can be ${maxImportablePetId}`);
      else reportFailure(`${title} is unavailable: ${reasonOf(skipped.left.cause)}`);
    });
  },
};
