import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SqliteFileState } from '@animal-store/adapter-sqlite';
import { either as E, taskEither as TE } from 'fp-ts';
import { matching } from '../text-codec.ts';
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
    (file, { metrics, recordLifetime, mustExist }) =>
    async () => {
      const { openSqlite } = await import('@animal-store/adapter-sqlite');
      const ofFile = metrics?.add(createSqliteMetrics(file));
      const opened = await openSqlite(file, {
        ...(ofFile && { onThreadEnd: ofFile.onThreadEnd }),
        ...(recordLifetime && { recordLifetime }),
        ...(mustExist && { mustExist }),
      })();
      if (E.isRight(opened)) ofFile?.showPets(opened.right.countPets);
      return opened;
    },
  check: (file) => async () => {
    const { checkSqlite } = await import('@animal-store/adapter-sqlite');
    return E.map((state: SqliteFileState) => stateTexts[state])(checkSqlite(file));
  },
  openMaintenance: (file) => async () => (await import('@animal-store/adapter-sqlite')).openSqlite(file)(),
  backup: (file) => async () => {
    const sqlite = await import('@animal-store/adapter-sqlite');
    return {
      copyTo: (target, onProgress) => messageOf(sqlite.backupSqlite(file, target, onProgress)),
      noteTime: () => writeFileSync(backupMark(file), '', { mode: 0o600 }),
      restoreTo: (target, copy) => messageOf(sqlite.restoreSqlite(copy, target)),
      settle: sqlite.settleSqliteFile,
    };
  },
};
