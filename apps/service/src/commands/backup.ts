import { parseArgs } from 'node:util';
import { either as E } from 'fp-ts';
import { path } from '../configuration/codecs.ts';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { print, reportFailure } from '../output.ts';
import { messagesOf } from '../start-failure.ts';
import { type Command, onlyArgument } from './command.ts';
import { writeFile } from './write-file.ts';

/** The command `animal-store backup`: copies the SQLite file while it is used. */
export const backupCommand: Command = {
  usage: ['backup <file> [--overwrite]'],
  summary: 'Copy SQLITE_FILE to another file, also while a service runs on it.',
  details: `
  --overwrite  replace the file if it exists

The copy has animals, API keys and records of Idempotency-Keys, as they are at one instant. The service may run meanwhile.
The file has mode 0600, and exists only once the copy is complete. To restore it, stop the service, remove SQLITE_FILE with its
-wal, -shm and -journal, copy the file to its place, and run animal-store skip-ids. MongoDB and PostgreSQL are backed up by their
own tools.`,
  run: async (args) => {
    const options = { overwrite: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const file = onlyArgument('<file>', path, positionals);
    const decoded = decodeConfiguration(process.env, ['SQLITE_FILE']);
    if (E.isLeft(decoded)) return reportFailure(...messagesOf(decoded.left));
    const store = decoded.right.SQLITE_FILE;
    if (store === undefined) return reportFailure('SQLITE_FILE must be set to the file to copy');
    const { backupSqlite } = await import('@animal-store/adapter-sqlite');
    const copied = await writeFile(file, values, store, async (partial) =>
      E.mapLeft(({ message }: { readonly message: string }) => message)(await backupSqlite(store, partial)()),
    );
    if (E.isLeft(copied)) reportFailure(copied.left);
    else await print(`The store was copied to ${file}.\n`);
  },
};
