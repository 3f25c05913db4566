import { resolve } from 'node:path';
import { Command } from 'commander';
import { either as E } from 'fp-ts';
import { anyOf } from '../any-of.ts';
import { chooseStore } from '../configuration/choose-store.ts';
import { messageOf } from '../errors.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { writeNewFile } from '../write-new-file.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { throttleProgress } from './throttle-progress.ts';

const copied = anyOf(
  durableStores.flatMap(({ backup, variable }) => (typeof backup === 'string' ? [] : [variable.name])),
);

const others = durableStores.flatMap(({ backup }) => (typeof backup === 'string' ? [backup] : []));

const more = `
The copy contains animals, records of Idempotency-Keys and API keys, all as they are at one instant. Services may run
meanwhile: the copy contains every animal that was acknowledged before the start. FILE is written with mode 0600, and exists
only once the copy is complete and checked. animal-store restore FILE restores it.

It reads ${copied}. ${others.join('. ')}.`;

/** The command `animal-store backup`: copies the store to a file while it is used. */
export const backupCommand = ({
  environment,
  print,
  warn,
  showProgress,
  reportFailure,
}: CommandSurroundings): Command =>
  new Command('backup')
    .description(`Copy the store in ${copied} to a new file, also while a service runs on it.`)
    .argument('<file>', 'the file to write')
    .option('--overwrite', 'replace the file if it exists')
    .addHelpText('after', more)
    .action(async (file: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const target = resolve(file);
      const chosen = chooseStore(environment, 'animals in memory are lost with their process');
      if (E.isLeft(chosen)) return reportFailure(messageOf(chosen.left));
      const { kind, value } = chosen.right;
      if (typeof kind.backup === 'string') return reportFailure(kind.backup);
      const { copyTo, noteTime, isInUse } = await kind.backup(value)();
      const show = throttleProgress({ showProgress, warn });
      const outcome = await writeNewFile(target, { overwrite, isInUse }, async (partial) => {
        const copied = await copyTo(partial, ({ totalPages, remainingPages }) =>
          show(() => `${Math.floor(100 * (1 - remainingPages / totalPages))} % copied`),
        )();
        return E.mapLeft(({ message }: { readonly message: string }) => message)(copied);
      });
      showProgress?.('');
      if (E.isLeft(outcome)) return reportFailure(outcome.left);
      try {
        noteTime();
      } catch (error) {
        warn(`The time of this backup is missing in the metrics: ${String(error)}`);
      }
      print(`The store was copied to ${target}.`);
    });
