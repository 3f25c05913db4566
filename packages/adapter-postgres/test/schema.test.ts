import { readdirSync, readFileSync } from 'node:fs';
import { describeOnPostgres, type Sql } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { check, prepare } from '../src/check.ts';
import { checkPostgres } from '../src/index.ts';
import { lockSchema, type Step, steps } from '../src/schema.ts';
import { openFirst } from '../src/servers.ts';
import { connect, grantOnly, idempotency, newPet, open, openSql, refusalOf, waitForLocks } from './store.ts';

// Each was written by `pg_dump --inserts`, of the same animals and keys.
const stored = new URL('stored/', import.meta.url);
const copies = readdirSync(stored);

it('There is a stored copy of each version before the current one', () => {
  const earlier = steps.slice(1).map((_, n) => `version-${n + 1}.sql`);
  expect(copies).toEqual(expect.arrayContaining(earlier));
});

const third = { id: 3n, name: '', categoryId: -(2n ** 63n), status: 'pending' };

describeOnPostgres('A stored database', ({ another }) => {
  it.each(copies)('%s opens, reads back exactly, answers its retries and goes on with its ids', async (copy) => {
    const { uri, sql } = await another();
    await sql(readFileSync(new URL(copy, stored), 'utf8'));
    const due = steps.slice(Number.parseInt(copy.replace('version-', ''), 10));
    expect(await checkPostgres(uri)()).toEqual(E.right({ state: 'ours', steps: due.map(({ title }) => title) }));
    const store = await open(uri);
    expect(await store.pets.list({ limit: 10 })()).toEqual(
      E.right([
        { id: 1n, name: 'Rex', categoryId: 1n },
        { id: 2n, name: 'a\0b\\c ü🐶', categoryId: 2n ** 63n - 1n, status: 'sold' },
        third,
        { id: 4000n, name: 'x'.repeat(1200), categoryId: 0n, status: 'available' },
      ]),
    );
    expect(await store.apiKeys.list()()).toEqual(
      E.right([
        {
          id: 'abcdefgh',
          label: 'old',
          digest: 'a'.repeat(64),
          created: 1_700_000_000_000,
          expires: 4_000_000_000_000,
          revoked: 1_800_000_000_000,
          lastUsed: 1_700_000_000_001,
        },
      ]),
    );
    const again = newPet({ name: third.name, categoryId: third.categoryId, status: third.status });
    expect(await store.pets.add(again, idempotency('first'))()).toEqual(E.right({ pet: third, replayed: true }));
    expect(await store.pets.add(again)()).toEqual(E.right({ pet: { ...third, id: 4001n }, replayed: false }));
  });
});

const addColumn: Step = { title: 'add a column', sql: 'ALTER TABLE pets ADD born date' };
const addTable: Step = { title: 'add a table', sql: 'CREATE TABLE visits (at date)' };
const crash: Step = { title: 'crash', sql: 'PERFORM pg_terminate_backend(pg_backend_pid())' };
const fail: Step = { title: 'fail', sql: 'ALTER TABLE none ADD x text' };

/** Starts a program that has more steps than this one. */
const start = async (uri: string, ...more: readonly Step[]): Promise<void> => {
  const pool = await openFirst(uri);
  await prepare(pool, true, [...steps, ...more]).finally(pool.end);
};

/** What those steps have left: the version of the tables, and the new one. A column that was left would fail the next start. */
const found = (sql: Sql) => sql("SELECT version, to_regclass('visits') FROM animal_store");
const none = [[`${steps.length}`, null]];
const both = [[`${steps.length + 2}`, 'visits']];

describeOnPostgres('A database of an older version', ({ another }) => {
  const older = async () => {
    const database = await another();
    await (await connect(database.uri)).close();
    return database;
  };

  it('takes each step once if two instances have found it at once', async () => {
    const { uri, sql } = await older();
    const other = openSql(uri);
    await other(`BEGIN; SELECT ${lockSchema}`);
    const starts = [start(uri, addColumn, addTable), start(uri, addColumn, addTable)];
    await waitForLocks(sql, 2);
    await other('ROLLBACK');
    await Promise.all(starts);
    expect(await found(sql)).toEqual(both);
  });

  it('is made with all steps by many starts at once where nothing was, and not by a check', async () => {
    const { uri, sql } = await another();
    expect(await checkPostgres(uri)()).toEqual(E.right({ state: 'empty', steps: [] }));
    expect(await sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual([['0']]);
    await Promise.all(Array.from({ length: 8 }, () => start(uri, addColumn, addTable)));
    expect(await found(sql)).toEqual(both);
  });

  it.each([
    ['crash', crash, 'terminating connection due to administrator command'],
    ['failure', fail, 'relation "none" does not exist'],
  ])('takes no step or all after a %s between two steps', async (_, step, message) => {
    const { uri, sql } = await older();
    await expect(start(uri, addColumn, step)).rejects.toMatchObject({ message });
    expect(await found(sql)).toEqual(none);
    await start(uri, addColumn, addTable);
    expect(await found(sql)).toEqual(both);
  });

  it('is changed by its owner alone', async () => {
    const { uri, sql } = await older();
    await sql('CREATE ROLE tenant LOGIN');
    onTestFinished(async () => void (await sql('DROP OWNED BY tenant; DROP ROLE tenant')));
    const message =
      'a start has to add a column, and only the owner of the tables may do that: start once as that user';
    await expect(start(await grantOnly(uri, sql, 'tenant'), addColumn)).rejects.toMatchObject({ message });
  });

  it('is not changed by a service that runs, and by a check, which names the steps', async () => {
    const { uri, sql } = await older();
    const pool = await openFirst(uri);
    onTestFinished(pool.end);
    const message = 'the tables have an older version, and only a start changes them';
    await expect(prepare(pool, false, [...steps, addColumn])).rejects.toMatchObject({ message });
    const listed = { state: 'ours', steps: ['add a column', 'add a table'] };
    expect(await check(pool, [...steps, addColumn, addTable])).toEqual(listed);
    expect(await found(sql)).toEqual(none);
  });
});

describeOnPostgres('A database of a newer version', ({ another }) => {
  it('is refused by a start and a check, and makes a service that runs unavailable', async () => {
    const { uri } = await another();
    const store = await open(uri);
    await start(uri, addColumn);
    const message = `the database has version ${steps.length + 1} of the tables, and this program knows only version ${steps.length}; use a newer program`;
    expect(await refusalOf(uri)).toBe(`PostgreSQL cannot be used: ${message}`);
    const unavailable = { left: { _tag: 'RepositoryUnavailable', cause: { message } } };
    expect(await store.ping()).toMatchObject(unavailable);
    expect(await store.pets.list({ limit: 1 })()).toMatchObject(unavailable);
  });
});
