import { resolve } from 'node:path';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { writeNewFile } from '../write-new-file.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { copiedStores, openBackup } from './open-backup.ts';

const more = `
Stop the service first: the command never replaces a file that a process uses. FILE is a copy that animal-store backup has
made. It is checked and copied; the store has its old content until the copy is complete. The next animal gets an id that is
higher than the last one of the copy by more than a million, because clients may know the ids that were assigned since.

Then check the API keys with keys list: keys that were revoked after the backup are valid again, and keys that were issued
after it are missing.`;

/** The command `animal-store restore`: replaces the store by a copy that `animal-store backup` has made. */
export const restoreCommand = ({ environment, print, reportFailure }: CommandSurroundings): Command =>
  new Command('restore')
    .description(
      `Restore the store in ${copiedStores} from a copy of animal-store backup, while no service runs on it.`,
    )
    .argument('<file>', 'the copy to restore')
    .option('--overwrite', 'replace the store if it exists')
    .addHelpText('after', more)
    .action(async (file: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const opened = await openBackup(environment)();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { restoreTo, isInUse, settle, value } = opened.right;
      const target = resolve(value);
      settle(target);
      const outcome = await writeNewFile(target, { overwrite, isInUse }, (partial) => restoreTo(partial, file)());
      if (E.isLeft(outcome)) reportFailure(outcome.left);
      else print(`${target} was restored. Start the service, and check the API keys with: animal-store keys list`);
    });
