import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SqliteFileState } from '@animal-store/adapter-sqlite';
import { function as F, taskEither as TE } from 'fp-ts';
import { matching } from '../text-codec.ts';
import type { OpenStore } from './open-store.ts';
import { backupMark, createSqliteMetrics } from './sqlite-metrics.ts';
import type { StoreKind, StoreProblem } from './store-kind.ts';

const stateTexts: Readonly<Record<SqliteFileState, string>> = {
  absent: 'which a start creates',
  empty: 'which is empty',
  ours: 'which exists',
};

const messageOf: (task: TE.TaskEither<StoreProblem, void>) => TE.TaskEither<string, void> = TE.mapLeft(
  ({ message }) => message,
);

/** The store in one SQLite file. */
export const sqliteStore: StoreKind = {
  name: 'sqlite',
  title: 'the SQLite file',
  makesKey: 'if there is none',
  variable: {
    name: 'SQLITE_FILE',
    codec: matching('a path', () => true),
    meaning: 'keeps the animals in this SQLite file, created if it does not exist',
    example: './animals.db',
    isSecret: false,
  },
  place: (file) => `in the file ${resolve(file)}`,
  open:
    (file, { metrics, mustExist = false }) =>
    async () => {
      const { checkSqlite, openSqlite } = await import('@animal-store/adapter-sqlite');
      metrics?.add(createSqliteMetrics(file));
      return F.pipe(
        checkSqlite(file),
        TE.filterOrElse(
          (state) => state !== 'absent' || !mustExist,
          () => ({ message: `${resolve(file)} does not exist` }),
        ),
        TE.flatMap((): TE.TaskEither<StoreProblem, OpenStore> => openSqlite(file)),
      )();
    },
  check: (file) => async () => {
    const { checkSqlite } = await import('@animal-store/adapter-sqlite');
    return TE.map((state: SqliteFileState) => stateTexts[state])(checkSqlite(file))();
  },
  openMaintenance: (file) => async () => (await import('@animal-store/adapter-sqlite')).openSqlite(file)(),
  backup: (file) => async () => {
    const sqlite = await import('@animal-store/adapter-sqlite');
    return {
      copyTo: (target, onProgress) => messageOf(sqlite.backupSqlite(file, target, onProgress)),
      noteTime: () => writeFileSync(backupMark(file), '', { mode: 0o600 }),
    };
  },
};
