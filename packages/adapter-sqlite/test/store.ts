import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ApiKey, scopeOfApiKey } from '@animal-store/access';
import {
  type Idempotency,
  IdempotencyKey,
  NewPet,
  type Pet,
  PetId,
  type PetRepository,
  type PetStatus,
} from '@animal-store/domain';
import { known, type PetRepositoryFixture, remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { startServing } from '@animal-store/testkit/store-process';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, onTestFinished } from 'vitest';
import { checkSqlite, openSqlite, type SqliteStoreOptions } from '../src/index.ts';
import { marksFor, petColumns, toPetValues } from '../src/rows.ts';

export const petId: (id: bigint) => PetId = known(PetId);

export const newPet = (name: string, status?: PetStatus): NewPet =>
  known(NewPet)({ name, categoryId: 7, ...(status === undefined ? {} : { status }) });

export const apiKey = (id: string): ApiKey =>
  known(ApiKey)({ id, label: 'ci', digest: id.charCodeAt(0).toString(16).padStart(64, '0'), created: 1000 });

export const idempotency = (key: string): Idempotency => ({
  scope: scopeOfApiKey(apiKey('aaaaaaaa').id),
  key: known(IdempotencyKey)(key),
});

/** Adds an animal that must be added. */
export const add = async (pets: PetRepository, given: NewPet, used?: Idempotency): Promise<Pet> => {
  const added = await pets.add(given, used)();
  if (E.isLeft(added)) throw new Error(`not added: ${JSON.stringify(added.left)}`);
  return added.right.pet;
};

/** Runs a query as another program would, and returns the values of all rows. */
export const query = (file: string, sql: string): readonly unknown[] => {
  using database = new DatabaseSync(file);
  return database.prepare(sql).all().flatMap(Object.values);
};

/** Runs statements as another program would, also such that SQLite refuses by default. */
export const alter = (file: string, sql: string): void => {
  using database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
};

/** A path in a new folder, which is removed after the test. */
export const newFile = (): string => join(temporaryFolder(), 'animals.db');

/** Opens a store that must open, in a new file unless one is given. It is closed after the test. */
export const open = async (file: string = newFile(), options?: SqliteStoreOptions): Promise<DurableStore> => {
  const opened = await openSqlite(file, options)();
  if (E.isLeft(opened)) throw new Error(opened.left.message);
  onTestFinished(opened.right.close);
  return opened.right;
};

/** The outcome of an operation on a store that is unavailable for a reason. */
export const outageOf = (message: unknown) => ({ left: { _tag: 'RepositoryUnavailable', cause: { message } } });

/** Checks that a start and its check refuse a file for a reason. */
export const expectRefusal = async (file: string, message: unknown): Promise<void> => {
  const refusal = E.left({ _tag: 'StoreMisconfigured', message });
  expect([await checkSqlite(file)(), await openSqlite(file)()]).toEqual([refusal, refusal]);
};

export const changePets = (database: () => DatabaseSync): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async (pet) => {
    const sql = `UPDATE pets SET (${petColumns}) = (${marksFor(petColumns)}) WHERE id = ?`;
    database()
      .prepare(sql)
      .run(...toPetValues(pet), pet.id);
  },
  remove: async (id) => void database().prepare('DELETE FROM pets WHERE id = ?').run(id),
});

export type RepositoryName = 'pets' | 'apiKeys';

/** Opens a file in a process of its own, in which no file can exceed `largestFile` blocks of 512 bytes. It ends after the test. */
export const startStoreProcess = async <Name extends RepositoryName>(
  file: string,
  name: Name,
  largestFile?: number,
): Promise<StoreProcess<DurableStore[Name]>> => {
  const program = new URL('store-process.ts', import.meta.url);
  const { channel, ended, kill, end } = await startServing(program, [file, name], largestFile);
  onTestFinished(end);
  return { repository: remoteRepository(channel, ended), kill };
};
