import type { MigrationProgress } from '@animal-store/adapter-mongodb';
import { Command } from 'commander';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { chooseStore } from '../configuration/choose-store.ts';
import { messageOf } from '../errors.ts';
import { mongodbStore } from '../stores/mongodb-store.ts';
import type { CommandSurroundings } from './command-surroundings.ts';

const more = `
Run it once after an upgrade from a version that does not have this command, when the last instance of that version has
ended: such a version does not start afterwards. Instances of this version may run meanwhile. The command may be stopped:
run again, it continues where it stopped. The user needs the roles readWrite and dbAdmin on the database.

It reads MONGODB_URI, or the file that MONGODB_URI_FILE names.`;

const progressText = ({ copied, cleared }: MigrationProgress): string =>
  cleared === 0 ? `${copied} records copied` : `${copied} records copied, ${cleared} animals cleared`;

const resultText = ({ cleared, late }: MigrationProgress): string =>
  cleared === 0
    ? 'No record is left to move.'
    : `${cleared} records were moved${late === 0 ? '' : `, ${late} of them late`}.`;

const lateWriters =
  'an instance of an older version has written during the migration: stop it. Its records were moved as well, but a ' +
  'request that was retried in the meantime may have added a second animal';

/** The command `animal-store migrate`: moves records of creations that older versions left in animals. */
export const migrateCommand = ({ environment, print, showProgress, reportFailure }: CommandSurroundings): Command =>
  new Command('migrate')
    .description('Move the records of Idempotency-Keys that older versions left in animals to their own collection.')
    .addHelpText('after', more)
    .action(async () => {
      const show = (progress: MigrationProgress): void => showProgress?.(progressText(progress));
      const outcome = await F.pipe(
        TE.fromEither(chooseStore(environment, 'the records are in MongoDB', [mongodbStore])),
        TE.mapLeft(messageOf),
        TE.chain(({ value: uri }) =>
          F.pipe(
            TE.fromTask(() => import('@animal-store/adapter-mongodb')),
            TE.chain(({ migrateMongo }) => migrateMongo(uri, show)),
            TE.mapLeft((failure) =>
              failure._tag === 'MongoMisconfigured'
                ? `MONGODB_URI: ${failure.message}`
                : 'MongoDB does not respond; nothing is lost: run animal-store migrate again',
            ),
          ),
        ),
      )();
      showProgress?.('');
      if (E.isLeft(outcome)) return reportFailure(outcome.left);
      print(resultText(outcome.right));
      if (outcome.right.late > 0) reportFailure(lateWriters);
    });
