import type { DurableStore } from '@animal-store/store';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E, type taskEither as TE } from 'fp-ts';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { connect, empty, grantOnly, newPet, open, openSql, refusalOf } from './store.ts';

const role = 'reading';
const rex = newPet({ name: 'Rex', categoryId: 1n });

const unavailable = (message: string) =>
  E.left({ _tag: 'RepositoryUnavailable', cause: expect.objectContaining({ message }) });

describeOnPostgres('A store that was opened on PostgreSQL', ({ uri, sql }: TestDatabase) => {
  let store: DurableStore;
  let user = '';
  beforeAll(async () => {
    await (await connect(uri)).close();
    await sql(`CREATE ROLE ${role} LOGIN`);
    user = await grantOnly(uri, sql, role);
  });
  beforeEach(async () => {
    await empty(sql);
    store = await open(user);
  });
  afterAll(() => sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`));

  it.each<[table: string, operation: (store: DurableStore) => TE.TaskEither<unknown, unknown>]>([
    ['pets', ({ pets }) => pets.list({ limit: 1 })],
    ['creations', ({ pets }) => pets.add(rex)],
    ['api_keys', ({ apiKeys }) => apiKeys.list()],
  ])('is not ready while policies may hide rows of %s, and shows no part of them', async (table, operation) => {
    onTestFinished(async () => void (await sql(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`)));
    await sql(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    expect(await store.ping()).toEqual(unavailable(`permission denied: row-level security on ${table}`));
    expect(await operation(store)()).toEqual(
      unavailable(`query would be affected by row-level security policy for table "${table}"`),
    );
  });

  it('is not ready while the server is read-only', async () => {
    await sql(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    onTestFinished(async () => void (await sql(`ALTER ROLE ${role} RESET ALL`)));
    const reading = await open(user);
    expect(await reading.ping()).toEqual(unavailable('a read-only server'));
  });

  it('starts and reads while another transaction lets no one write', async () => {
    const other = openSql(uri);
    await other('BEGIN; LOCK TABLE pets IN SHARE MODE');
    expect(await refusalOf(user)).toBe('none');
    const reading = await open(user);
    expect(await reading.pets.list({ limit: 1 })()).toEqual(E.right([]));
    await other('ROLLBACK');
  });

  it('reads again after the first failure, if another collation of a column has outdated the plans of all connections', async () => {
    const read = () => Promise.all(Array.from({ length: 64 }, () => store.pets.list({ limit: 1 })()));
    await read();
    await sql('ALTER TABLE pets ALTER name TYPE text COLLATE "POSIX"');
    const left = { _tag: 'RepositoryUnavailable' };
    expect((await read()).filter(E.isLeft)[0]).toMatchObject({ left });
    expect((await read()).filter(E.isLeft)).toEqual([]);
  });
});
