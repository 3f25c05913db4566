import type { Added } from '@animal-store/domain';
import { type NetworkFault, petOperations, startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { expect, it, type TestContext } from 'vitest';
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

describeOnMongodb('A database over its quota', ({ another }) => {
  const rex = newPet({ name: 'Rex', categoryId: 1n });
  const full = E.left({ _tag: 'RepositoryFull' });

  /** A store that was opened on a full database, to which an animal was added before. */
  const setUp = async (test: TestContext) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, another().uri);
    const before = await connect(uri);
    const { pet } = E.toUnion(await before.pets.add(rex, idempotency('before'))()) as Added;
    await before.close();
    await proxy.become(overQuota);
    return { ...(await open(uri)), pet, proxy };
  };

  it('is opened and read, and refuses each write that needs space', async (test) => {
    const { pets, ping, pet } = await setUp(test);
    expect(await ping()).toEqual(E.right(undefined));
    for (const [name, { kind, run }] of Object.entries(petOperations)) {
      const outcome = await run(pets, pet)();
      expect([name, outcome]).toMatchObject([name, kind === 'read' || E.isRight(outcome) ? E.right({}) : full]);
    }
    expect(await pets.add(rex)()).toEqual(full);
  });

  it('returns the first response to a retry', async (test) => {
    const { pets, pet } = await setUp(test);
    expect(await pets.add(rex, idempotency('before'))()).toEqual(E.right({ pet, replayed: true }));
  });

  it('takes writes again once there is space', async (test) => {
    const { pets, proxy } = await setUp(test);
    expect(await pets.add(rex, idempotency('other'))()).toEqual(full);
    await proxy.become({ kind: 'none' });
    expect(await pets.add(rex, idempotency('other'))()).toMatchObject(E.right({ pet: rex }));
  });

  it('is prepared once there is space', async (test) => {
    const { uri: direct, database } = another();
    const { proxy, uri } = await behindProxy(startTcpProxy, test, direct);
    await proxy.become(overQuota);
    const store = await open(uri);
    await proxy.become({ kind: 'none' });
    expect(await store.ping()).toEqual(E.right(undefined));
    const indexes = await database.collection('apiKeys').indexes();
    expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'digest']);
  });
});
