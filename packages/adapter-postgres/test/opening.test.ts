import { AsyncLocalStorage } from 'node:async_hooks';
import { PetId } from '@animal-store/domain';
import { known, startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { idempotency, newPet, open, openSql, refusalOf, waitForLocks } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n });

describeOnPostgres('Opening a store on PostgreSQL', ({ another }: TestDatabase) => {
  const database = async (...statements: readonly string[]) => {
    const { uri, sql } = await another();
    for (const statement of statements) await sql(statement);
    return { uri, sql };
  };

  it('succeeds while no server listens, and the first operation after that creates the tables', async (test) => {
    const { uri } = await database();
    const { proxy, uri: proxied } = await behindProxy(startTcpProxy, test, uri);
    await proxy.become({ kind: 'refused' });
    const store = await open(proxied);
    expect(await store.pets.add(rex)()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    await proxy.become({ kind: 'none' });
    expect(await store.pets.add(rex)()).toEqual(E.right({ pet: { ...rex, id: 1n }, replayed: false }));
  });

  it('uses the schema that the options of the connection string name', async () => {
    const { uri, sql } = await database('CREATE SCHEMA shop', 'CREATE TABLE pets (id bigint)');
    const store = await open(`${uri}?options=-c%20search_path%3Dshop`);
    expect(await store.pets.add(rex)()).toMatchObject({ right: { pet: { id: 1n } } });
    expect(await sql('SELECT name FROM shop.pets')).toEqual([['Rex']]);
  });

  it('is refused by the check and the start if the user, the database or its encoding is missing', async () => {
    const { uri, sql } = await database();
    const unknown = uri.replace('postgres@', 'nobody-known@');
    expect(await refusalOf(unknown)).toBe('PostgreSQL cannot be used: role "nobody-known" does not exist');
    expect(await refusalOf(`${uri}-none`)).toMatch(/^PostgreSQL cannot be used: database ".*-none" does not/);
    await sql("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    onTestFinished(async () => void (await sql('DROP DATABASE latin WITH (FORCE)')));
    expect(await refusalOf(uri.replace(/[^/]*$/, 'latin'))).toBe(
      'PostgreSQL cannot be used: the encoding of the database must be UTF8',
    );
    expect(await refusalOf(unknown.replace('@', '@nobody.invalid,'))).toBe('waits');
  });

  it('writes the creations of 64 callers at once in one statement', async () => {
    const { uri, sql } = await database();
    const store = await open(uri);
    const callers = Array.from({ length: 64 }, (_, n) =>
      store.pets.add(rex, n % 2 === 0 ? undefined : idempotency(`${n}`))(),
    );
    expect((await Promise.all(callers)).every(E.isRight)).toBe(true);
    expect(await sql('SELECT count(*), count(DISTINCT xmin::text) FROM pets')).toEqual([['64', '1']]);
  });

  it('adds the same keys from two stores that have them in opposite orders', async () => {
    const { uri, sql } = await database();
    const stores = [await open(uri), await open(uri)];
    // With so many records, PostgreSQL looks for each by the index, in the order of the creations.
    await sql(
      "INSERT INTO creations SELECT '', n, 1, '', 1, NULL, 1 FROM generate_series(1, 10000) n; ANALYZE creations",
    );
    const other = openSql(uri);
    await other("BEGIN; INSERT INTO creations VALUES ('aaaaaaaa', 'm', 1, '', 1, NULL, 1)");
    const added = stores.flatMap(({ pets }, n) =>
      [...(n === 0 ? 'amz' : 'zma')].map((key) => pets.add(rex, idempotency(key))()),
    );
    await waitForLocks(sql, 2);
    await other('ROLLBACK');
    expect((await Promise.all(added)).filter(E.isLeft)).toEqual([]);
    expect(await sql('SELECT count(*) FROM pets')).toEqual([['3']]);
  });

  it('sends each statement in the asynchronous context of its caller', async () => {
    const store = await open((await database()).uri);
    const request = new AsyncLocalStorage<bigint>();
    const contexts: unknown[] = [];
    const { query } = Client.prototype;
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args) {
      contexts.push(request.getStore());
      return Reflect.apply(query, this, args);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await Promise.all([1n, 2n].map((id) => request.run(id, () => store.pets.find(known(PetId)(id))())));
    expect(contexts).toEqual([1n, 2n]);
  });

  it('does not report an import that an index of others refuses as inserted', async () => {
    const { uri, sql } = await database();
    const { maintenance } = await open(uri);
    await sql("CREATE UNIQUE INDEX ON pets (name); INSERT INTO pets VALUES (1, 'Rex', 1)");
    const again = maintenance.insertWithId({ ...rex, id: known(PetId)(2n) })();
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  it('tells a locked table, and that no connection is free', async () => {
    const { uri, sql } = await database();
    const { pets } = await open(`${uri}?pool_size=1&connect_timeout=1`);
    const other = openSql(uri);
    await other('BEGIN; LOCK TABLE pets');
    const locked = pets.add(rex)();
    await waitForLocks(sql, 1);
    const message =
      'no connection was free in time: too many operations for pool_size, or PostgreSQL hangs, or a table is locked';
    expect(await pets.list({ limit: 1 })()).toMatchObject({ left: { cause: { message } } });
    expect(await locked).toMatchObject({ left: { cause: { message: 'canceling statement due to lock timeout' } } });
  }, 20_000);
});
