import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { durableStores } from '../stores/durable-stores.ts';
import { writeNewFile } from '../write-new-file.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { copiedStores, openBackup } from './open-backup.ts';
import { throttleProgress } from './throttle-progress.ts';

const others = durableStores.flatMap(({ backup }) => (typeof backup === 'function' ? [] : [backup.toBackUp]));

const more = `
The copy contains animals, records of Idempotency-Keys and API keys, all as they are at one instant. Services may run
meanwhile: the copy contains every animal that was acknowledged before the start. FILE is written with mode 0600, and exists
only once the copy is complete and checked. The store itself, and a file that a process uses, are never replaced.
To restore it, copy FILE to the store while no service runs on it, then run animal-store skip-ids.

It reads ${copiedStores}. ${others.join('. ')}.`;

const isSameFile = (file: string, other: string): boolean => {
  const [found, expected] = [file, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return found !== undefined && found.dev === expected?.dev && found.ino === expected.ino;
};

/** The command `animal-store backup`: copies the store to a file while it is used. */
export const backupCommand = ({
  environment,
  print,
  warn,
  showProgress,
  reportFailure,
}: CommandSurroundings): Command =>
  new Command('backup')
    .description(`Copy the store in ${copiedStores} to a new file, also while a service runs on it.`)
    .argument('<file>', 'the file to write')
    .option('--overwrite', 'replace the file if it exists')
    .addHelpText('after', more)
    .action(async (file: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const target = resolve(file);
      const opened = await openBackup(environment)();
      if (E.isLeft(opened)) return reportFailure(opened.left);
      const { copyTo, noteTime, value } = opened.right;
      const show = throttleProgress({ showProgress, warn });
      const refuse = (found: string) => (isSameFile(found, value) ? `${found} is the store itself` : undefined);
      const outcome = await writeNewFile(target, { overwrite, refuse }, (partial) =>
        copyTo(partial, ({ totalPages, remainingPages }) =>
          show(() => `${Math.floor(100 * (1 - remainingPages / totalPages))} % copied`),
        )(),
      );
      showProgress?.('');
      if (E.isLeft(outcome)) return reportFailure(outcome.left);
      try {
        noteTime();
      } catch (error) {
        warn(`The time of this backup is missing in the metrics: ${String(error)}`);
      }
      print(`The store was copied to ${target}.`);
    });
