import { eventually } from '@animal-store/testkit/eventually';
import type { Member } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { type Added, keepAdding } from './mongodb/adding.ts';
import { connect } from './mongodb/connect.ts';
import { describeOnReplicaSet } from './mongodb/describe-on-replica-set.ts';
import { keepReading, runAll, timeBound } from './mongodb/operations.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

describeOnReplicaSet('In a replica set of three', (on) => {
  /** Keeps adding to two stores and reading while something happens, and until the store is available again. */
  const addDuring = async (prefix: string, happening: () => Promise<void>): Promise<Added> => {
    let over = false;
    const other = await connect(on().set.uri);
    const adding = [on().store, other].map(({ pets }, index) => keepAdding(pets, `${prefix}-${index}`, () => over));
    const reading = keepReading(on().store, () => over);
    try {
      await happening();
      await eventually(20_000, async () => E.isRight(await on().store.ping()) || undefined);
    } finally {
      over = true;
    }
    const [added, read] = await Promise.all([Promise.all(adding), reading]);
    await other.close();
    return {
      acknowledged: new Map(added.flatMap(({ acknowledged }) => [...acknowledged])),
      slowest: Math.max(...added.map(({ slowest }) => slowest), ...read.map(({ milliseconds }) => milliseconds)),
    };
  };

  const expectAllStored = async (prefix: string, { acknowledged, slowest }: Added): Promise<void> => {
    expect(await on().idsByName(`${prefix}-`)).toEqual(new Map([...acknowledged].map(([name, id]) => [name, [id]])));
    expect(slowest).toBeLessThan(timeBound);
  };

  const hasNewPrimary = (old: Member): Promise<Member> =>
    eventually(20_000, async () => {
      const primary = await on().set.primary();
      return primary === old ? undefined : primary;
    });

  it('primaries that step down lose no animal and add none twice', { timeout: 60_000 }, async () => {
    const { set } = on();
    const added = await addDuring('step-down', async () => {
      for (let count = 0; count < 3; count++) {
        const old = await set.primary();
        await old.stepDown();
        await hasNewPrimary(old);
      }
    });
    await expectAllStored('step-down', added);
  });

  it.each<readonly [string, begin: (member: Member) => Promise<void>, end: (member: Member) => Promise<void>]>([
    ['killed', (member) => member.kill(), (member) => member.start()],
    ['frozen', (member) => member.pause(), (member) => member.unpause()],
  ])('a primary that is %s loses no animal and adds none twice', { timeout: 60_000 }, async (what, begin, end) => {
    const added = await addDuring(what, async () => {
      const old = await on().set.primary();
      await begin(old);
      await hasNewPrimary(old);
      await end(old);
    });
    await expectAllStored(what, added);
  });

  it('a write that no majority has is RepositoryUnavailable, until a majority has it', {
    timeout: 60_000,
  }, async () => {
    const { set, store } = on();
    const primary = await set.primary();
    const others = set.members.filter((member) => member !== primary);
    const add = store.pets.add(newPet({ name: 'alone-1', categoryId: 1n }), idempotency('alone-1'));
    await Promise.all(others.map((member) => member.pause()));
    const first = await add();
    const outcomes = await runAll(store);
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
    expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(timeBound);
    expect(await on().idsByName('alone-')).toEqual(new Map([['alone-1', [added.id]]]));
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

    const ids = second.map((added) => E.isRight(added) && added.right.id);
    expect(second).toEqual(names.map((name, index) => E.right({ id: ids[index], name, categoryId: 1n })));
    const unavailable = { _tag: 'Left', left: { _tag: 'RepositoryUnavailable' } };
    expect(first).toMatchObject(first.map((added, index) => (E.isRight(added) ? second[index] : unavailable)));
    expect(await on().idsByName(prefix)).toEqual(new Map(names.map((name, index) => [name, [ids[index]]])));
  });
});
