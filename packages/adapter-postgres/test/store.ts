import * as domain from '@animal-store/domain';
import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import { known } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import type { Recorded } from '@animal-store/testkit/history';
import {
  connectSql,
  type PostgresServer,
  type Sql,
  startCluster,
  startsWithinMS,
} from '@animal-store/testkit/postgres';
import { either as E, taskEither as TE } from 'fp-ts';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest';
import { checkPostgres, openPostgres, type PostgresStoreOptions } from '../src/index.ts';
import { neededRights } from '../src/rights.ts';
import { detailNames, toDetails } from '../src/rows.ts';
import { idSequence } from '../src/schema.ts';

export const newPet: (input: unknown) => domain.NewPet = known(domain.NewPet);

/** An idempotency key of one and the same API key. */
export const idempotency = (key: string): domain.Idempotency => ({
  scope: known(domain.IdempotencyScope)('aaaaaaaa'),
  key: known(domain.IdempotencyKey)(key),
});

/** Connects. Throws an Error with the message for the operator if that fails. */
export const connect = async (uri: string, options: PostgresStoreOptions = {}): Promise<DurableStore> => {
  const connected = await openPostgres(uri, options)();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};

/** Connects, and closes after the test. */
export const open = async (uri: string, options?: PostgresStoreOptions): Promise<DurableStore> => {
  const store = await connect(uri, options);
  onTestFinished(store.close);
  return store;
};

/** Runs SQL on a connection of its own until the end of the test. */
export const openSql = (uri: string): Sql => {
  const { sql, close } = connectSql(uri);
  onTestFinished(close);
  return sql;
};

/** Waits until this many statements in the database wait for a lock. */
export const waitForLocks = (sql: Sql, count: number): Promise<void> =>
  expect
    .poll(() =>
      sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"),
    )
    .toEqual([[`${count}`]]);

/** Why a store does not start, which the check says as well; `waits` if it starts and the server is not there yet. */
export const refusalOf = async (uri: string): Promise<string> => {
  const checked = await checkPostgres(uri)();
  const connected = await openPostgres(uri)();
  if (E.isLeft(connected)) {
    expect(checked).toEqual(connected);
    return connected.left.message;
  }
  await connected.right.close();
  return E.isRight(checked) ? 'none' : 'waits';
};

/** For many operations at once on a busy machine. */
export const patient = { operationTimeoutMS: 60_000 } as const;

export const changePets = (sql: Sql): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async (pet) => {
    const changes = detailNames.map((name, index) => `${name} = $${index + 2}`);
    await sql(`UPDATE pets SET ${changes} WHERE id = $1`, [pet.id, ...toDetails(pet)]);
  },
  remove: async (id) => void (await sql('DELETE FROM pets WHERE id = $1', [id])),
});

/** Removes all that is stored, but goes on with the ids. */
export const empty = (sql: Sql): Promise<unknown> =>
  sql('DELETE FROM pets; DELETE FROM creations; DELETE FROM api_keys');

/** The operations of clients whose history is recorded. */
export const recorded = (pets: domain.PetRepository): Recorded => ({
  add: (name, hasKey) =>
    TE.map(({ pet }: domain.Added) => pet)(
      pets.add(newPet({ name, categoryId: 1n }), hasKey ? idempotency(name) : undefined),
    ),
  list: (after) => pets.list({ limit: 100, after: known(domain.PetId)(after) }),
});

/** All stored animals, as the name and the id of each. */
export const storedAnimals = async (sql: Sql) =>
  (await sql('SELECT id, name FROM pets')).map(([id, name]) => ({ id: BigInt(id ?? 0), name: String(name) }));

/** Recognizes the statement that stores animals: in the protocol, a zero follows the name of a prepared statement. */
export const isRecording = (part: Buffer): boolean => part.includes('add_pets\0');

/** The address of a database for another user. */
export const asUser = (uri: string, role: string): string => Object.assign(new URL(uri), { username: role }).href;

/** All rights of a user who does not own a database, each before what `GRANT` calls its object. */
export const grantsOn = (database: string): readonly (readonly [rights: readonly string[], on: string])[] => {
  const { [idSequence]: onSequence = [], ...onTables } = neededRights;
  return [
    [['CONNECT'], `DATABASE ${database}`],
    [['USAGE'], 'SCHEMA public'],
    [onSequence, `SEQUENCE ${idSequence}`],
    ...Object.entries(onTables).map(([table, rights]) => [rights, table] as const),
  ];
};

/** Gives a user these rights and no others, and returns its address of the database. */
export const grantOnly = async (uri: string, sql: Sql, role: string): Promise<string> => {
  const database = `"${new URL(uri).pathname.slice(1)}"`;
  await sql(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC`);
  for (const [rights, on] of grantsOn(database)) await sql(`GRANT ${rights} ON ${on} TO ${role}`);
  return asUser(uri, role);
};

/** Describes tests that break the server they use, which belongs to them. */
export const describeOnCluster = (
  title: string,
  body: (cluster: () => PostgresServer) => void,
  settings?: readonly string[],
): void => {
  describe.skipIf(!inject('postgres').isInstalled)(title, () => {
    let cluster: PostgresServer | undefined;
    beforeAll(async () => {
      cluster = await startCluster(settings);
    }, startsWithinMS);
    afterAll(() => cluster?.remove());
    body(() => cluster as PostgresServer);
  });
};
