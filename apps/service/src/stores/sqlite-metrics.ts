import { statSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/** The file whose time says when the SQLite file was last backed up. */
export const backupMark = (file: string): string => `${file}-backup`;

const stateOf = (file: string) => statSync(file, { throwIfNoEntry: false });

/** Adds the metrics of an SQLite file. */
export const createSqliteMetrics =
  (file: string) =>
  (register: Registry): void => {
    const registers = [register];
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
      name: 'animal_store_sqlite_last_backup_timestamp_seconds',
      help: 'When animal-store backup last copied the SQLite file, as Unix time; without a value if it never did',
      registers,
      collect() {
        const marked = stateOf(backupMark(file));
        if (marked === undefined) this.remove();
        else this.set(marked.mtimeMs / 1000);
      },
    });
  };
