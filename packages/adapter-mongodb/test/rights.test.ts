import { apiKeyOperations, petOperations } from '@animal-store/domain-testkit';
import { type Mongod, startMongod, withOption } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { neededActions } from '../src/rights.ts';
import { apiKey, bothOn, connect, idempotency, newPet, open } from './store.ts';

const { run } = inject('mongodb');

/** The role with the smallest rights. */
const role = {
  createRole: 'animals',
  roles: [],
  privileges: Object.entries(neededActions).map(([collection, actions]) => ({
    resource: { db: 'animal-store', collection },
    actions,
  })),
};

const rex = newPet({ name: 'Rex', categoryId: 1n });
const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000 });
const twice = (message: string): readonly string[] => [message, message];
const lacks = (right: string): readonly string[] =>
  twice(`MongoDB cannot be used: not authorized on animal-store to ${right}`);

describe.skipIf(run === undefined)('A MongoDB that wants a password', () => {
  // The users and their rights belong to the database of the service.
  const uriOf = (user: string): string => `mongodb://${user}@${mongod?.address}/animal-store?directConnection=true`;
  const clerk = (): string => uriOf('clerk:s3cret');
  let mongod: Mongod | undefined;
  let root: MongoClient | undefined;
  const command = (given: Document) => root?.db().command(given);
  /** Prepares the database, and returns the connection string of a user with the smallest rights. */
  const prepare = async (): Promise<string> => {
    const store = await connect(withOption(uriOf('root:root'), 'authSource=admin'));
    await store.close();
    await command(role);
    await command({ createUser: 'animals', pwd: 's3cret', roles: ['animals'] });
    return uriOf('animals:s3cret');
  };

  beforeAll(async () => {
    mongod = await startMongod(run ?? '', '--auth');
    // MongoDB lets the first user be created without a password, from this machine only.
    const stranger = new MongoClient(`mongodb://${mongod.address}/?directConnection=true`);
    await stranger.db('admin').command({ createUser: 'root', pwd: 'root', roles: ['root'] });
    await stranger.close();
    root = new MongoClient(withOption(uriOf('root:root'), 'authSource=admin'));
  }, 60_000);
  afterAll(async () => {
    await root?.close();
    await mongod?.remove();
  });
  beforeEach(async () => {
    await command({ dropAllUsersFromDatabase: 1 });
    await command({ dropAllRolesFromDatabase: 1 });
    await root?.db().dropDatabase();
  });

  it('runs each operation for a user with the smallest rights on a prepared database', async () => {
    const uri = await prepare();
    await root
      ?.db()
      .collection('apiKeys')
      .insertOne({ _id: key.id as never, label: 'ci', digest: key.digest, created: new Date(1000) });
    expect(await bothOn(uri)).toEqual(['ours', 'usable']);

    const { pets, apiKeys, ping } = await open(uri);
    const added = await pets.add(rex)();
    if (E.isLeft(added)) throw new Error('not added');
    for (const [name, { run }] of Object.entries(petOperations))
      expect([name, await run(pets, added.right.pet)()]).toMatchObject([name, { _tag: 'Right' }]);
    // As the guide says of `keys issue`.
    const { add, ...others } = apiKeyOperations;
    for (const [name, { run }] of Object.entries(others))
      expect([name, await run(apiKeys, key)()]).toMatchObject([name, { _tag: 'Right' }]);
    expect(await add.run(apiKeys, key)()).toMatchObject({ left: { cause: { code: 13 } } });
    expect(await ping()).toEqual(E.right(undefined));
  });

  it('names each of the smallest rights that is left out at the start and in the check, and is not ready without it', async () => {
    const uri = await prepare();
    const { ping } = await open(uri);
    for (const [index, { resource, actions }] of role.privileges.entries())
      for (const action of actions) {
        const without = { resource, actions: actions.filter((each) => each !== action) };
        await command({
          updateRole: 'animals',
          privileges: role.privileges.with(index, without).filter((each) => each.actions.length > 0),
        });
        const where = resource.collection === '' ? 'the database' : `the collection ${resource.collection}`;
        expect(await bothOn(uri)).toEqual(lacks(`${action} in ${where}`));
        expect(await ping()).toMatchObject({ left: { cause: { code: 13 } } });
      }
  });

  it('needs `readWrite` for an empty database, and `dbAdmin` to change a validator', async () => {
    await command({ createUser: 'clerk', pwd: 's3cret', roles: ['readWrite'] });
    expect(await bothOn(clerk())).toEqual(['empty', 'usable']);
    expect(await bothOn(clerk())).toEqual(['ours', 'usable']);
    await command({ collMod: 'creations', validationLevel: 'moderate' });
    expect(await bothOn(clerk())).toEqual(lacks('collMod in the collection creations'));
    await command({ grantRolesToUser: 'clerk', roles: ['dbAdmin'] });
    expect(await bothOn(clerk())).toEqual(['ours', 'usable']);
  });

  it.each<[string, Document]>([
    ['anything', { resource: { anyResource: true }, actions: ['anyAction'] }],
    [
      'much on all databases',
      { resource: { db: '', collection: '' }, actions: [...Object.values(neededActions).flat(), 'createIndex'] },
    ],
  ])('is used by a user who may do %s', async (_, privilege) => {
    const admin = root?.db('admin');
    await admin?.command({ createRole: 'own', privileges: [privilege], roles: [] });
    await command({ createUser: 'clerk', pwd: 's3cret', roles: [{ role: 'own', db: 'admin' }] });
    expect(await bothOn(clerk())).toEqual(['empty', 'usable']);
    await admin?.command({ dropRole: 'own' });
  });

  it('is used though it requires that clients name the version of its API', async (test) => {
    await command({ createUser: 'clerk', pwd: 's3cret', roles: ['readWrite'] });
    const uri = withOption(uriOf('root:root'), 'authSource=admin');
    const admin = new MongoClient(uri, { serverApi: '1' });
    const require = (isRequired: boolean) =>
      admin.db('admin').command({ setParameter: 1, requireApiVersion: isRequired });
    test.onTestFinished(async () => {
      await require(false);
      await admin.close();
    });
    await require(true);
    expect(await bothOn(clerk())).toEqual(['empty', 'usable']);
    const { pets } = await open(clerk());
    expect(await pets.add(rex, idempotency('k'))()).toMatchObject(E.right({ pet: rex }));
  });

  it('is away while its user has no rights or is dropped, and back when the user has them again', async () => {
    const user = { createUser: 'clerk', pwd: 's3cret', roles: ['readWrite'] };
    await command(user);
    const { pets, ping } = await open(clerk());
    const tasks = [ping, pets.list({ limit: 1 }), pets.add(rex)];
    const become = (...expected: readonly ('Left' | 'Right')[]): Promise<void> =>
      vi.waitFor(async () => {
        const outcomes = await Promise.all(tasks.map((task) => task()));
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(expected);
      }, 10_000);
    await become('Right', 'Right', 'Right');
    await command({ grantRolesToUser: 'clerk', roles: ['read'] });
    await command({ revokeRolesFromUser: 'clerk', roles: ['readWrite'] });
    await become('Left', 'Right', 'Left');
    await command({ dropUser: 'clerk' });
    await become('Left', 'Left', 'Left');
    await command(user);
    await become('Right', 'Right', 'Right');
  });

  it.each([
    ['another password', 'clerk:wr0ng@', 'Authentication failed.'],
    ['no user', '', 'command find requires authentication'],
  ])('is refused by the start and the check with %s', async (_, user, reason) => {
    await command({ createUser: 'clerk', pwd: 's3cret', roles: ['readWrite'] });
    const uri = `mongodb://${user}${mongod?.address}/animal-store?directConnection=true`;
    expect(await bothOn(uri)).toEqual(twice(`MongoDB cannot be used: ${reason}`));
  });
});
