import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, connectSql, describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { checkServers } from '../src/check-postgres.ts';
import { parseConnectionString } from '../src/connection-string.ts';
import { checkPostgres, connectPostgres, type PostgresStoreOptions } from '../src/index.ts';
import { openSession, type SessionSettings } from '../src/open-session.ts';
import { upgradeSteps } from '../src/schema.ts';
import { connect } from './postgres/connect.ts';
import { asUser, grants, rights } from './postgres/rights.ts';
import { idempotency, newPet } from './postgres/samples.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n });

const refusalOf = async (uri: string, options?: PostgresStoreOptions): Promise<string> => {
  const connected = await connectPostgres(uri, options)();
  if (E.isLeft(connected)) return connected.left.message;
  await connected.right.close();
  return 'none';
};

const settingsOf = (uri: string, operationTimeoutMS = 4500): SessionSettings => {
  const servers = parseConnectionString(uri);
  if (E.isLeft(servers)) throw new Error(servers.left.message);
  return { servers: servers.right, operationTimeoutMS, tables: 'upgrade' };
};

describeOnPostgres('Opening a store on PostgreSQL', ({ another }: TestDatabase) => {
  const database = async (...statements: readonly string[]) => {
    const uri = await another();
    const { sql, close } = connectSql(uri);
    onTestFinished(close);
    for (const statement of statements) await sql(statement);
    return { uri, sql };
  };

  it('creates the tables once, by many stores at once', async () => {
    const { uri, sql } = await database();
    const stores = await Promise.all(Array.from({ length: 8 }, () => connect(uri)));
    const added = await Promise.all(stores.map(({ pets }) => pets.add(rex)()));
    await Promise.all(stores.map(({ close }) => close()));
    expect(added.map((one) => E.isRight(one) && Number(one.right.id)).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await sql('SELECT version FROM animal_store')).toEqual([[`${upgradeSteps.length + 1}`]]);
  });

  it('succeeds while no server listens, and the first operation after that creates the tables', async (test) => {
    const { uri, sql } = await database();
    const { proxy, uri: proxied } = await behindProxy(startTcpProxy, test, uri);
    await proxy.become({ kind: 'refused' });
    const store = await connect(proxied);
    onTestFinished(store.close);
    expect(await store.pets.add(rex)()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    await proxy.become({ kind: 'none' });
    expect(await store.pets.add(rex)()).toEqual(E.right({ ...rex, id: 1n }));
    expect(await sql('SELECT version FROM animal_store')).toEqual([[`${upgradeSteps.length + 1}`]]);
  });

  it('upgrades the tables by the steps that are left, by many stores at once', async () => {
    const { uri, sql } = await database();
    await (await connect(uri)).close();
    // Each statement fails when it runs again.
    const added = ['ALTER TABLE pets ADD COLUMN note text', 'ALTER TABLE pets ADD COLUMN colour text'];
    for (const count of [1, 2, 2]) {
      const steps = [...upgradeSteps, ...added.slice(0, count)];
      const opened = Array.from({ length: 4 }, () => openSession(settingsOf(uri), steps));
      for (const { pool } of await Promise.all(opened)) pool.leave();
    }
    expect(await sql('SELECT note, colour FROM pets')).toEqual([]);
    expect(await sql('SELECT version FROM animal_store')).toEqual([[`${upgradeSteps.length + 3}`]]);
  });

  it('finishes an upgrade that takes longer than an operation', async () => {
    const { uri, sql } = await database();
    await (await connect(uri)).close();
    const steps = [...upgradeSteps, "PERFORM pg_sleep(2); ASSERT current_setting('statement_timeout') = '0'"];
    await expect(openSession(settingsOf(uri, 1000), steps)).rejects.toThrow('did not respond in time');
    const { pool, found } = await openSession(settingsOf(uri), steps);
    pool.leave();
    expect(found).toBe(steps.length);
    expect(await sql('SELECT version FROM animal_store')).toEqual([[`${steps.length + 1}`]]);
  });

  it('is checked without a change of a database that is empty, older or newer', async () => {
    const { uri, sql } = await database();
    const { servers } = settingsOf(uri);
    const tables = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'";
    expect(await checkPostgres(uri)()).toEqual(E.right('empty'));
    expect(await sql(tables)).toEqual([[null]]);
    await (await connect(uri)).close();
    expect(await checkServers(servers, [...upgradeSteps, 'CREATE TABLE toys ()'])).toBe('ours');
    expect(await sql(tables)).toEqual([['animal_store api_keys creations pets']]);
    expect(await sql('SELECT version FROM animal_store')).toEqual([[`${upgradeSteps.length + 1}`]]);
    await sql('DROP TABLE creations');
    expect(await checkPostgres(uri)()).toMatchObject({ left: { message: expect.stringContaining('"creations"') } });
    await sql('UPDATE animal_store SET version = version + 1');
    expect(await checkPostgres(uri)()).toMatchObject({ left: { message: expect.stringContaining('newer program') } });
  });

  it('is refused with a sentence if waiting does not help', async () => {
    const newer = await database();
    await (await connect(newer.uri)).close();
    const current = upgradeSteps.length + 1;
    await newer.sql(`UPDATE animal_store SET version = ${current + 1}`);
    expect(await refusalOf(newer.uri)).toBe(
      `PostgreSQL cannot be used: the database has version ${current + 1} of the tables, and this program knows only version ${current}; use a newer program`,
    );
    const foreign = await database('CREATE TABLE pets (id bigint)');
    expect(await refusalOf(foreign.uri)).toBe(
      'PostgreSQL does not allow this user what the service needs: relation "pets" already exists',
    );
    const empty = await database();
    expect(await refusalOf(empty.uri, { mustExist: true })).toBe(
      'PostgreSQL cannot be used: the database has no tables of the animal store',
    );
    expect(await empty.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual([['0']]);
    expect(await refusalOf(empty.uri.replace('postgres@', 'nobody-known@'))).toBe(
      'PostgreSQL refuses the credentials: role "nobody-known" does not exist',
    );
    expect(await refusalOf(`${empty.uri}-none`)).toMatch(
      /^PostgreSQL has no such database: database ".*-none" does not/,
    );
  });

  it.each([
    ["ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'", 'the database has the encoding LATIN1, and must have UTF8'],
    [
      "; ALTER DATABASE other SET default_transaction_isolation = 'serializable'",
      'default_transaction_isolation is serializable, and must be read committed: set it for the user',
    ],
  ])('refuses a database with %s', async (option, reason) => {
    const { uri, sql } = await database();
    for (const statement of `CREATE DATABASE other TEMPLATE template0 ${option}`.split(';')) await sql(statement);
    onTestFinished(async () => void (await sql('DROP DATABASE other WITH (FORCE)')));
    expect(await refusalOf(uri.replace(/[^/]*$/, 'other'))).toBe(`PostgreSQL cannot be used: ${reason}`);
  });

  it('names a right that is missing, and needs no others', async () => {
    const { uri, sql } = await database();
    await (await connect(uri)).close();
    const role = 'modest';
    await sql(`CREATE ROLE ${role} LOGIN`);
    onTestFinished(async () => void (await sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
    const store = await connect(uri).then(async ({ close }) => {
      await close();
      await sql(`GRANT SELECT ON animal_store TO ${role}`);
      return connect(asUser(uri, role)).catch((error: Error) => error.message);
    });
    expect(store).toBe(
      'PostgreSQL does not allow this user what the service needs: permission denied for sequence pet_ids',
    );
    for (const grant of grants(role)) await sql(grant);
    await sql(`REVOKE UPDATE ON api_keys FROM ${role}`);
    expect(await refusalOf(asUser(uri, role))).toBe(
      'PostgreSQL does not allow this user what the service needs: permission denied: the user has no right to UPDATE on api_keys',
    );
    await sql(`GRANT UPDATE ON api_keys TO ${role}`);
    const modest = await connect(asUser(uri, role), { recordLifetime: { days: 1 } });
    onTestFinished(modest.close);
    expect(await modest.ping()).toEqual(E.right(undefined));
    for (const [right, on] of rights) {
      await sql(`REVOKE ${right} ON ${on} FROM ${role}`);
      // What its check reads before the rights, PostgreSQL itself refuses.
      const name = on.replace('SEQUENCE ', '');
      const refused = `^permission denied(?:: the user has no right to ${right} on| for [a-z]+) ${name}$`;
      expect(await modest.ping()).toMatchObject({ left: { cause: { message: expect.stringMatching(refused) } } });
      await sql(`GRANT ${right} ON ${on} TO ${role}`);
    }
  });

  it('has no id left at the end of the safe integers, but retries still succeed', async () => {
    const { uri, sql } = await database();
    const store = await connect(uri);
    onTestFinished(store.close);
    await sql('SELECT setval($1, $2)', ['pet_ids', 2n ** 53n - 2n]);
    const last = E.right({ ...rex, id: 2n ** 53n - 1n });
    expect(await store.pets.add(rex, idempotency('last'))()).toEqual(last);
    expect(await store.pets.add(rex)()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    expect(await store.pets.add(rex, idempotency('last'))()).toEqual(last);
    expect(await store.ping()).toMatchObject({ left: { cause: { message: 'There is no id left for a new animal' } } });
  });

  it('removes records that have expired, the oldest first', async () => {
    const { uri, sql } = await database();
    const store = await connect(uri, { recordLifetime: { days: 2 } });
    onTestFinished(store.close);
    for (const key of ['a', 'b', 'c', 'd']) await store.pets.add(rex, idempotency(key))();
    await sql("UPDATE creations SET created = created - (CASE key WHEN 'b' THEN 1 ELSE 3 END) * 86400000::bigint");
    await store.pets.add(rex, idempotency('e'))();
    expect(await sql('SELECT key FROM creations ORDER BY pet_id')).toEqual([['b'], ['d'], ['e']]);
  });

  it('logs no values of a row', async () => {
    const { uri, sql } = await database();
    const store = await connect(uri);
    onTestFinished(store.close);
    await sql("ALTER TABLE pets ADD CHECK (name <> 'secret name')");
    const add = store.pets.add(newPet({ name: 'secret name', categoryId: 1n }));
    const error = await add().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '23514' });
    expect(JSON.stringify({ ...Object(error), text: String(error) })).not.toContain('secret name');
  });
});
