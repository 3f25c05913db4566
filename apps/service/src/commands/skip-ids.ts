import { maxKeptPetId, type PetId } from '@animal-store/domain';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { reasonOf, reportFailure } from '../errors.ts';
import { openForCommand } from '../stores/chosen-store.ts';

const more = `
Run it once after a restore, before the service starts. A restored store does not know the ids that were assigned after its
backup, and would assign them again, although clients may still use them. Give --by a number of ids that is above the number
of animals that were added since the backup, or --to the highest id that is known from a log or a client. The default of
1000000 is enough for a day of 10 additions a second. There are 2^53 ids, so a million more costs nothing. The command never
lowers the counter.`;

const parseNumber = (text: string): bigint => {
  if (/^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= maxKeptPetId) return BigInt(text);
  throw new InvalidArgumentError(`It must be a whole number between 1 and ${maxKeptPetId}.`);
};

/** The command `animal-store skip-ids`: makes a restored store assign no id twice. */
export const skipIdsCommand = (): Command =>
  new Command('skip-ids')
    .description('Raise the id of the next animal of a durable store, after a restore.')
    .addOption(
      new Option('--by <number>', 'how many ids to skip above the last one that the store knows')
        .argParser(parseNumber)
        .default(1_000_000n, '1000000')
        .conflicts('to'),
    )
    .addOption(new Option('--to <id>', 'the last id to skip').argParser(parseNumber))
    .addHelpText('after', more)
    .action(async ({ by, to }: { readonly by: bigint; readonly to?: bigint }) => {
      const opened = await openForCommand(process.env)();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { maintenance, close, title } = opened.right;
      const skipped = await F.pipe(
        maintenance.lastId(),
        TE.map((last) => (to ?? last + by) as PetId),
        TE.chainW((id) => maintenance.raiseLastId(id)),
        TE.chainW(maintenance.lastId),
      )();
      if (E.isRight(skipped)) process.stdout.write(`New animals get ids above ${skipped.right}.\n`);
      else if (skipped.left._tag === 'PetIdOutOfRange')
        reportFailure(`no id was skipped: the last one can be ${maxKeptPetId}`);
      else reportFailure(`${title} is unavailable: ${reasonOf(skipped.left.cause)}`);
      await close();
    });
