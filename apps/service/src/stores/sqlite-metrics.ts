import { statSync } from 'node:fs';
import { either as E, type taskEither as TE } from 'fp-ts';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What the metrics of one SQLite file are told. */
export interface SqliteMetrics {
  /** Called when the thread for writes has ended and is started again. */
  readonly onThreadEnd: () => void;
  /** Sets the count of animals, which each scrape runs. */
  readonly showPets: (count: TE.TaskEither<unknown, number>) => void;
}

/** The file whose time says when the SQLite file was last backed up. */
export const backupMark = (file: string): string => `${file}-backup`;

const stateOf = (file: string) => statSync(file, { throwIfNoEntry: false });

/** Adds the metrics of an SQLite file. */
export const createSqliteMetrics =
  (file: string) =>
  (register: Registry): SqliteMetrics => {
    const registers = [register];
    let countPets: TE.TaskEither<unknown, number> | undefined;
    new Gauge({
      name: 'animal_store_sqlite_file_bytes',
      help: 'Size of the SQLite file, and of its log, which is moved into it from time to time',
      labelNames: ['file'],
      registers,
      collect() {
        this.set({ file: 'database' }, stateOf(file)?.size ?? 0);
        this.set({ file: 'log' }, stateOf(`${file}-wal`)?.size ?? 0);
      },
    });
    new Gauge({
      name: 'animal_store_sqlite_pets',
      help: 'Animals in the SQLite file; after a start each scrape counts at most 50,000 more',
      registers,
      async collect() {
        const counted = await countPets?.();
        if (counted !== undefined && E.isRight(counted)) this.set(counted.right);
      },
    });
    new Gauge({
      name: 'animal_store_sqlite_last_backup_timestamp_seconds',
      help: 'When animal-store backup last copied the SQLite file, as Unix time; without a value if it never did',
      registers,
      collect() {
        const marked = stateOf(backupMark(file));
        if (marked === undefined) this.remove();
        else this.set(marked.mtimeMs / 1000);
      },
    });
    const restarts = new Counter({
      name: 'animal_store_sqlite_thread_restarts_total',
      help: 'How often the thread for writes has ended by itself and was started again',
      registers,
    });
    return {
      onThreadEnd: () => restarts.inc(),
      showPets: (count) => {
        countPets = count;
      },
    };
  };
