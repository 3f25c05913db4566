import { statSync } from 'node:fs';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { durableStores } from '../stores/durable-stores.ts';
import { followLink, writeNewFile } from '../write-new-file.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { copiedStores, openBackup } from './open-backup.ts';

const others = durableStores.flatMap(({ backup }) => (typeof backup === 'function' ? [] : [backup.toRestore]));

const more = `
Stop the service first: the command never replaces a file that a process uses. FILE is a copy that animal-store backup has
made. It is checked and copied; the store has its old content until the copy is complete. The next animal gets an id that is
higher than the last one of the copy by more than a million, because clients may know the ids that were assigned since. If
the store is a symbolic link, the file that it leads to is replaced. A store with hard links is refused.

Then check the API keys with keys list: keys that were revoked after the backup are valid again, and keys that were issued
after it are missing.

It restores ${copiedStores}. ${others.join('. ')}.`;

/** A process may use the file by another name, and its -wal and -shm are next to that one. */
const refuse = (file: string): string | undefined =>
  statSync(file).nlink > 1
    ? `${file} has more than one name (hard links), and a process may use it by another one: keep one name`
    : undefined;

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
      const opened = await openBackup(environment, 'toRestore')();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { restoreTo, settle, value } = opened.right;
      const target = followLink(value);
      settle(target);
      const outcome = await writeNewFile(target, { overwrite, refuse }, (partial) => restoreTo(partial, file)());
      if (E.isLeft(outcome)) reportFailure(outcome.left);
      else print(`${target} was restored. Start the service, and check the API keys with: animal-store keys list`);
    });
