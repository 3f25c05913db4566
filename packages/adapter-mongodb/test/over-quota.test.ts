import type { Added } from '@animal-store/domain';
import { type NetworkFault, petOperations, startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { replyWith } from './reply.ts';
import { connect, idempotency, isCommand, newPet, open } from './store.ts';

// MongoDB Atlas refuses every command that may need space on a shared cluster.
const writes = ['insert', 'update', 'findAndModify', 'create', 'createIndexes', 'collMod'].map((name) =>
  isCommand(name),
);

const overQuota: NetworkFault = {
  kind: 'other reply',
  isRequest: (part) => writes.some((isWrite) => isWrite(part)),
  replyTo: replyWith({
    ok: 0,
    code: 8000,
    codeName: 'AtlasError',
    errmsg: 'you are over your space quota, using 513 MB of 512 MB',
  }),
};

describeOnMongodb('A database over its quota', (database) => {
  const rex = newPet({ name: 'Rex', categoryId: 1n });
  const full = E.left({ _tag: 'RepositoryFull' });

  it('is opened and read; a retry gets its first response, and a write is refused until there is space', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const before = await connect(uri);
    const added = await before.pets.add(rex, idempotency('before'))();
    if (E.isLeft(added)) throw new Error('not added');
    const { pet } = added.right;
    await before.close();

    await proxy.become(overQuota);
    const store = await open(uri);
    expect(await store.ping()).toEqual(E.right(undefined));
    expect(await store.pets.add(rex, idempotency('before'))()).toEqual(
      E.map(({ pet }: Added) => ({ pet, replayed: true }))(added),
    );
    expect(await store.pets.add(rex)()).toEqual(full);
    for (const [name, { kind, run }] of Object.entries(petOperations)) {
      const outcome = await run(store.pets, pet)();
      // A write that needs no space succeeds.
      expect([name, outcome]).toMatchObject([name, kind === 'read' || E.isRight(outcome) ? E.right({}) : full]);
    }

    await proxy.become({ kind: 'none' });
    expect(await store.pets.add(rex, idempotency('other'))()).toMatchObject(E.right({ pet: rex }));
  });

  it('is prepared once there is space', async (test) => {
    const other = database.another();
    const { proxy, uri } = await behindProxy(startTcpProxy, test, other.uri);
    await proxy.become(overQuota);
    const store = await open(uri);
    await proxy.become({ kind: 'none' });
    expect(await store.ping()).toEqual(E.right(undefined));
    const indexes = await other.database.collection('apiKeys').indexes();
    expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'digest']);
  });
});
