import { statSync } from 'node:fs';
import { Counter, Gauge, type Registry } from 'prom-client';

/** The listeners that count what happens to one SQLite file. */
export interface SqliteMetrics {
  /** Called when the thread for writes has ended and is started again. */
  readonly onThreadEnd: () => void;
}

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Adds the metrics of an SQLite file. */
export const createSqliteMetrics =
  (file: string) =>
  (register: Registry): SqliteMetrics => {
    const registers = [register];
    new Gauge({
      name: 'animal_store_sqlite_file_bytes',
      help: 'Size of the SQLite file, and of its log, which is moved into it from time to time',
      labelNames: ['file'],
      registers,
      collect() {
        this.set({ file: 'database' }, bytesOf(file));
        this.set({ file: 'log' }, bytesOf(`${file}-wal`));
      },
    });
    const restarts = new Counter({
      name: 'animal_store_sqlite_thread_restarts_total',
      help: 'How often the thread for writes has ended by itself and was started again',
      registers,
    });
    return { onThreadEnd: () => restarts.inc() };
  };
