import { ApiKey } from '@animal-store/access';
import { type Added, PetId } from '@animal-store/domain';
import { apiKeyOperations, known, petOperations } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { connect, empty, grantOnly, newPet, open, openSql, refusalOf } from './store.ts';

const role = 'reading';
const rex = newPet({ name: 'Rex', categoryId: 1n });
const key = known(ApiKey)({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000 });

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

  it.each(['pets', 'creations', 'api_keys'])(
    'is not ready while policies may hide rows of %s, and shows no part of them',
    async (table) => {
      const { pets, apiKeys } = store;
      const { pet } = E.toUnion(await pets.add(rex)()) as Added;
      onTestFinished(async () => void (await sql(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`)));
      await sql(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      const hidden = `row-level security may hide rows of ${table} from the user: disable it, or give the user BYPASSRLS`;
      expect(await store.ping()).toEqual(unavailable(hidden));
      const operations = [
        ...(table === 'pets' ? Object.values(petOperations).map(({ run }) => run(pets, pet)) : []),
        ...(table === 'creations' ? [pets.add(rex)] : []),
        ...(table === 'api_keys' ? Object.values(apiKeyOperations).map(({ run }) => run(apiKeys, key)) : []),
      ];
      const refused = unavailable(`query would be affected by row-level security policy for table "${table}"`);
      for (const operation of operations) expect(await operation()).toEqual(refused);
    },
  );

  it('is not ready while no id is left, and still reads', async () => {
    await sql("SELECT setval('pet_ids', 9007199254740991)");
    onTestFinished(async () => void (await sql("SELECT setval('pet_ids', 1)")));
    expect(await store.ping()).toEqual(unavailable('no id is left for a new animal'));
    const other = await open(user);
    expect(await other.pets.list({ limit: 1 })()).toEqual(E.right([]));
  });

  it('starts and reads while another transaction lets no one write', async () => {
    const other = openSql(uri);
    await other('BEGIN; LOCK TABLE pets IN SHARE MODE');
    expect(await refusalOf(user)).toBe('none');
    const reading = await open(user);
    expect(await reading.pets.list({ limit: 1 })()).toEqual(E.right([]));
    await other('ROLLBACK');
  });

  /** The connections that a store has made, used by many reads at once. */
  const connectionsOf = async ({ pets }: DurableStore): Promise<ReadonlySet<Client>> => {
    const clients = new Set<Client>();
    const { query } = Client.prototype;
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args) {
      clients.add(this);
      return Reflect.apply(query, this, args);
    });
    await Promise.all(Array.from({ length: 64 }, () => pets.list({ limit: 1 })()));
    vi.restoreAllMocks();
    return clients;
  };

  it.each([
    ['an outdated plan', 'ALTER TABLE pets ALTER name TYPE text COLLATE "POSIX"', undefined],
    ['a lost prepared statement', undefined, 'DISCARD ALL'],
    ['a prepared statement of another client', undefined, 'PREPARE find_pet AS SELECT 1'],
    ['other statements under its names', undefined, 'DEALLOCATE ALL; PREPARE list_pets AS SELECT 1'],
  ])('fails once at most on a connection with %s', async (_, onTables, onConnections) => {
    const { pets } = store;
    const clients = await connectionsOf(store);
    expect(clients.size).toBe(4);
    if (onTables) await sql(onTables);
    if (onConnections)
      for (const client of clients) await client.query(onConnections).catch(() => 'it has one of its own');
    const read = () =>
      Promise.all(
        Array.from({ length: 64 }, (_, n) => (n % 2 === 0 ? pets.list({ limit: 1 })() : pets.find(known(PetId)(1n))())),
      );
    const first = await read();
    expect(first.filter(E.isLeft).every(({ left }) => left._tag === 'RepositoryUnavailable')).toBe(true);
    expect(first.some(E.isLeft)).toBe(true);
    for (let count = 0; count < 20; count++) expect((await read()).filter(E.isLeft)).toEqual([]);
  });
});
