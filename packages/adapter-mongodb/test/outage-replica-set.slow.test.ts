import type { Added } from '@animal-store/domain';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { eventually } from '@animal-store/testkit/eventually';
import { behindProxy, type Member } from '@animal-store/testkit/mongodb';
import { networkFaults, type StoreFault, serverFaults, testFaults } from '@animal-store/testkit/store-faults';
import { either as E, taskEither as TE } from 'fp-ts';
import type { Document } from 'mongodb';
import { expect, it, onTestFinished } from 'vitest';
import { isCommand } from './mongodb/commands.ts';
import { connect } from './mongodb/connect.ts';
import { describeOnReplicaSet } from './mongodb/describe-on-replica-set.ts';
import { runAll } from './mongodb/operations.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

describeOnReplicaSet('In a replica set of three', (on) => {
  const openStore = async (uri: string) => {
    const store = await connect(uri);
    onTestFinished(store.close);
    return {
      load: {
        add: (name: string) =>
          TE.map(({ pet }: Added) => pet)(store.pets.add(newPet({ name, categoryId: 1n }), idempotency(name))),
        list: store.pets.list({ limit: 21 }),
      },
      ping: store.ping,
      storedIds: (prefix: string) => on().idsByName(`${prefix}-`),
      recoversWithinMS: 20_000,
    };
  };

  const hasNewPrimary = (old: Member): Promise<Member> =>
    eventually(20_000, async () => {
      const primary = await on().set.primary();
      return primary === old ? undefined : primary;
    });

  const setUpOnServers = async () => {
    const primary = await on().set.primary();
    const untilReplaced = (broken: () => Promise<void>) => async () => {
      await broken();
      await hasNewPrimary(primary);
    };
    const one = await openStore(on().set.uri);
    const other = await openStore(on().set.uri);
    let turn = 0;
    return {
      ...one,
      load: { ...one.load, add: (name: string) => (turn++ % 2 === 0 ? one : other).load.add(name) },
      mayHideFaults: true,
      kill: untilReplaced(primary.kill),
      start: primary.start,
      freeze: untilReplaced(primary.pause),
      thaw: primary.unpause,
    };
  };

  const stepsDown: StoreFault<unknown> = [
    'primaries step down',
    async () => {
      for (let count = 0; count < 3; count++) {
        const old = await on().set.primary();
        await old.stepDown();
        await hasNewPrimary(old);
      }
    },
    async () => undefined,
  ];
  testFaults(setUpOnServers, [...serverFaults, stepsDown]);

  const setUpBehindProxy = async () => {
    const { address } = await on().set.primary();
    const { proxy, uri } = await behindProxy(startTcpProxy, { onTestFinished }, `mongodb://${address}/animal-store`);
    const store = await openStore(`${uri}?directConnection=true`);
    return { ...store, become: proxy.become, isCommit: isCommand('insert', 'creations') };
  };
  testFaults(setUpBehindProxy, networkFaults);

  it('a write that no majority has is RepositoryUnavailable, until a majority has it', {
    timeout: 60_000,
  }, async () => {
    const { set, store } = on();
    const primary = await set.primary();
    const others = set.members.filter((member) => member !== primary);
    const add = store.pets.add(newPet({ name: 'alone-1', categoryId: 1n }), idempotency('alone-1'));
    await Promise.all(others.map((member) => member.pause()));
    const first = await add();
    const begin = performance.now();
    const outcomes = await runAll(store);
    // The limit of the adapter, and half a second for a busy machine.
    expect(performance.now() - begin).toBeLessThan(5_000);
    const second = await add();
    await Promise.all(others.map((member) => member.unpause()));

    const added = await eventually(20_000, async () => {
      const outcome = await add();
      return E.isRight(outcome) ? outcome.right : undefined;
    });
    expect([first, second]).toMatchObject(Array(2).fill({ left: { _tag: 'RepositoryUnavailable' } }));
    expect(outcomes.filter(({ operation }) => operation === 'add').map(({ outcome }) => outcome)).toEqual(
      Array(2).fill('RepositoryUnavailable'),
    );
    expect(await on().idsByName('alone-')).toEqual(new Map([['alone-1', [added.pet.id]]]));
  });

  const failures: readonly (readonly [string, Document])[] = [
    ['a write concern that failed', { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }],
    ['a primary that shuts down after the write', { writeConcernError: { code: 91, errmsg: 'shutting down' } }],
    ['a node that is no primary', { errorCode: 10107 }],
    ['a connection that breaks', { closeConnection: true }],
    ['a time limit', { errorCode: 50 }],
  ];
  it.each(
    failures.flatMap(([what, failure]) =>
      ['creations', 'pets'].map((collection) => [what, collection, failure] as const),
    ),
  )('%s in %s leads to one animal for each of three, at once or after a retry', async (what, collection, failure) => {
    const { set, store, client } = on();
    await set.primary();
    await eventually(20_000, async () => E.isRight(await store.ping()) || undefined);
    const prefix = `failing-${what.replaceAll(' ', '-')}-${collection}-`;
    const names = ['a', 'b', 'c'].map((letter) => prefix + letter);
    const data = { failCommands: ['insert'], namespace: `${client.db().databaseName}.${collection}`, ...failure };
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    const addAll = () =>
      Promise.all(names.map((name) => store.pets.add(newPet({ name, categoryId: 1n }), idempotency(name))()));
    const first = await addAll();
    const second = await addAll();

    const ids = second.map((added) => E.isRight(added) && added.right.pet.id);
    expect(second).toEqual(
      names.map((name, index) =>
        E.right({ pet: { id: ids[index], name, categoryId: 1n }, replayed: expect.any(Boolean) }),
      ),
    );
    const unavailable = { _tag: 'Left', left: { _tag: 'RepositoryUnavailable' } };
    expect(first).toMatchObject(
      first.map((added, index) => (E.isRight(added) ? { right: { pet: { id: ids[index] } } } : unavailable)),
    );
    expect(await on().idsByName(prefix)).toEqual(new Map(names.map((name, index) => [name, [ids[index]]])));
  });
});
