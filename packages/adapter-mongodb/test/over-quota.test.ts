import type { Added } from '@animal-store/domain';
import { type NetworkFault, startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { connect, idempotency, isCommand, newPet, open } from './store.ts';

// MongoDB Atlas refuses every command that may need space on a shared cluster.
const writes = ['insert', 'update', 'findAndModify', 'create', 'createIndexes', 'collMod'].map((name) =>
  isCommand(name),
);

const refusal = BSON.serialize({
  ok: 0,
  code: 8000,
  codeName: 'AtlasError',
  errmsg: 'you are over your space quota, using 513 MB of 512 MB',
});

/** The reply to a request, as one message (the wire protocol of MongoDB, OP_MSG). */
const replyTo = (request: Buffer): Buffer => {
  const head = Buffer.alloc(21);
  for (const [index, value] of [head.length + refusal.length, 0, request.readInt32LE(4), 2013, 0].entries())
    head.writeInt32LE(value, 4 * index);
  return Buffer.concat([head, refusal]);
};

const overQuota: NetworkFault = {
  kind: 'other reply',
  isRequest: (part) => writes.some((isWrite) => isWrite(part)),
  replyTo,
};

describeOnMongodb('A database over its quota', (database) => {
  const rex = newPet({ name: 'Rex', categoryId: 1n });
  const full = E.left({ _tag: 'RepositoryFull' });

  it('is opened and read; a retry gets its first response, and an addition is refused until there is space', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const before = await connect(uri);
    const added = await before.pets.add(rex, idempotency('before'))();
    await before.close();

    await proxy.become(overQuota);
    const store = await open(uri);
    expect(await store.ping()).toEqual(E.right(undefined));
    expect(await store.pets.list({ limit: 2 })()).toEqual(E.map(({ pet }: Added) => [pet])(added));
    expect(await store.pets.add(rex, idempotency('before'))()).toEqual(
      E.map(({ pet }: Added) => ({ pet, replayed: true }))(added),
    );
    const additions = [store.pets.add(rex), store.pets.add(rex), store.pets.add(rex, idempotency('other'))];
    expect(await Promise.all(additions.map((add) => add()))).toEqual([full, full, full]);

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
