import { behindProxy, describeOnMongodb, type Stored, withOption } from '@animal-store/mongodb-testkit';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { openStore } from './mongodb/open-store.ts';
import { newPet } from './mongodb/samples.ts';
import { startProcess } from './mongodb/start-process.ts';

describeOnMongodb('The ids of new animals', (database) => {
  const store = openStore(database.uri);
  const { collection } = database;

  const add = async (name: string): Promise<bigint> => {
    const { pets } = await store();
    const added = await pets.add(newPet({ name, categoryId: 1n }))();
    if (E.isLeft(added)) throw new Error(added.left._tag);
    return added.right.id;
  };

  const lastReserved = async (): Promise<bigint> => (await collection('counters').findOne({}))?.['last'];

  it('are given once, however many processes add animals at the same time', { timeout: 120_000 }, async () => {
    const uri = withOption(database.uri, 'waitQueueTimeoutMS=60000');
    const processes = Array.from({ length: 4 }, (_, index) => startProcess(uri, `process ${index}`, 2500));
    const ids = (await Promise.all(processes.map((process) => process.ids))).flat();
    expect(ids.filter((id) => typeof id !== 'bigint')).toEqual([]);
    expect(new Set(ids).size).toBe(10_000);
    const stored = await collection('pets')
      .find({ name: /^process/ })
      .toArray();
    expect(new Set(stored.map(({ _id }) => _id))).toEqual(new Set(ids));
  });

  it('are not given again when a process dies between reserving and inserting', async (test) => {
    const { proxy, uri } = await behindProxy(test, database.uri);
    await add('before');
    await proxy.become({ kind: 'request lost', command: 'insert' });
    const reservedBefore = await lastReserved();
    const dying = startProcess(uri, 'dead', 1);
    await proxy.met();
    await dying.kill();

    const reservedAfter = await lastReserved();
    expect(reservedAfter).toBeGreaterThan(reservedBefore);
    const other = await connect(database.uri);
    const added = await other.pets.add(newPet({ name: 'after', categoryId: 1n }))();
    await other.close();
    expect(added).toMatchObject({ right: { id: reservedAfter + 1n } });
    expect(await collection('pets').countDocuments({ name: 'dead' })).toBe(0);
  });

  it('come from blocks of 100, and each block is told of', async () => {
    let blocks = 0;
    const before = await lastReserved();
    const counted = await connect(database.uri, { onIdBlock: () => void blocks++ });
    for (let count = 0; count < 52; count++) await counted.pets.add(newPet({ name: 'counted', categoryId: 1n }))();
    await counted.close();
    expect(blocks).toBe(2);
    expect(await lastReserved()).toBe(before + 200n);
  });

  it('jump over animals that were imported above the counter while the service runs', async () => {
    const id = await add('first');
    const imported = [5n, 6n, 7_777n].map((distance) => id + distance);
    await collection('pets').insertMany(
      imported.map((_id) => ({ _id: Long.fromBigInt(_id), name: 'imported', categoryId: Long.ONE })),
    );
    const ids: bigint[] = [];
    for (let count = 0; count < 10; count++) ids.push(await add('next'));
    expect(ids).toEqual([
      ...[1n, 2n, 3n, 4n].map((distance) => id + distance),
      ...[1n, 2n, 3n, 4n, 5n, 6n].map((distance) => id + 7_777n + distance),
    ]);
    expect(await collection('pets').countDocuments({ name: 'imported' })).toBe(3);
  });

  it('start above animals that were imported before', async () => {
    const name = `${database.name}-imported`;
    const imported = database.client.db(name);
    await imported.collection<Stored>('pets').insertMany([
      { _id: Long.fromString('-5'), name: 'below', categoryId: Long.ONE },
      { _id: Long.fromNumber(41), name: 'highest', categoryId: Long.ONE },
      { _id: Long.MAX_VALUE, name: 'not an id the service gives', categoryId: Long.ONE },
    ]);
    const fresh = await connect(database.uri.replace(database.name, name));
    const added = await fresh.pets.add(newPet({ name: 'new', categoryId: 1n }))();
    await fresh.close();
    expect(added).toMatchObject({ right: { id: 42n } });
  });

  it('cost one write to the counter for a hundred animals', async () => {
    await add('warm');
    const server = database.client.db(database.name);
    await server.command({
      profile: 1,
      filter: { ns: `${database.name}.counters`, op: { $in: ['command', 'update'] } },
    });
    for (let count = 0; count < 1000; count++) await add('counted');
    await server.command({ profile: 0 });
    const writes = await server
      .collection('system.profile')
      .find({ ns: `${database.name}.counters` })
      .toArray();
    expect(writes.map(({ command }) => Object.keys(command ?? {})[0])).toEqual(Array(10).fill('findAndModify'));
  });
});
