import { eventually } from '@animal-store/testkit/eventually';
import {
  behindProxy,
  describeOnMongodb,
  type Fault,
  type TestDatabase,
  withOption,
} from '@animal-store/testkit/mongodb';
import { either as E, type taskEither as TE } from 'fp-ts';
import { describe, expect, it, type TestContext } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { runAll, timeBound } from './mongodb/operations.ts';
import { digest, idempotency, newPet, petId } from './mongodb/samples.ts';

const openBehindProxy = async (test: TestContext, database: TestDatabase, options: readonly string[] = []) => {
  const { proxy, uri } = await behindProxy(test, database.uri);
  const store = await connect(options.reduce(withOption, uri));
  test.onTestFinished(store.close);
  await eventually(20_000, async () => E.isRight(await store.ping()) || undefined);
  return { proxy, store };
};

const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error('The operation failed', { cause: outcome.left });
  return outcome.right;
};

const tagOf = (outcome: E.Either<{ readonly _tag: string }, unknown>): string =>
  E.isLeft(outcome) ? outcome.left._tag : 'completed';

describeOnMongodb('When the network fails', (database) => {
  const idsOf = async (name: string): Promise<readonly bigint[]> => {
    const stored = await database.collection('pets').find({ name }).toArray();
    return stored.map(({ _id }) => _id as bigint);
  };

  describe.concurrent('every operation ends in time', () => {
    const hard: readonly Fault[] = [{ kind: 'refused' }, { kind: 'black hole' }, { kind: 'reset in mid-reply' }];
    for (const fault of hard) {
      it(`${fault.kind}: with RepositoryUnavailable, and the store recovers at once`, async (test) => {
        const { proxy, store } = await openBehindProxy(test, database);
        const { id, name } = right(await store.pets.add(newPet({ name: fault.kind, categoryId: 1n }))());

        await proxy.become(fault);
        // The second round finds a driver that knows of the outage.
        const outcomes = [...(await runAll(store)), ...(await runAll(store))];
        await proxy.become({ kind: 'none' });

        expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
        expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(timeBound);
        const found = await eventually(10_000, async () => {
          const outcome = await store.pets.find(id)();
          return E.isRight(outcome) ? outcome.right : undefined;
        });
        expect(found).toEqual({ _tag: 'Some', value: { id, name, categoryId: 1n } });
        expect(await idsOf(name)).toEqual([id]);
      });
    }

    it('2 s of latency: with its result, or with RepositoryUnavailable', async (test) => {
      const { proxy, store } = await openBehindProxy(test, database);
      await proxy.become({ kind: 'slow', milliseconds: 2000 });
      const outcomes = [...(await runAll(store)), ...(await runAll(store))];
      expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(timeBound);
      expect(outcomes.filter(({ outcome }) => outcome === 'completed').length).toBeGreaterThan(0);
    });

    it('several slow steps: with RepositoryUnavailable after 4.5 s', async (test) => {
      const { proxy, store } = await openBehindProxy(test, database);
      const add = store.pets.add(newPet({ name: 'slow', categoryId: 1n }), idempotency('slow'));
      expect(tagOf(await add())).toBe('completed');
      await proxy.become({ kind: 'slow', milliseconds: 2400 });
      expect(await add()).toMatchObject({ left: { cause: { message: 'MongoDB did not respond within 4500 ms' } } });
    });

    it('an exhausted pool: with RepositoryUnavailable after a second of waiting', async (test) => {
      const { proxy, store } = await openBehindProxy(test, database, ['maxPoolSize=1']);
      await proxy.become({ kind: 'slow', milliseconds: 2000 });
      const [first, second] = await Promise.all([store.pets.find(petId(1n))(), store.pets.find(petId(1n))()]);
      expect(tagOf(first)).toBe('completed');
      expect(second).toMatchObject({ left: { cause: { name: 'MongoWaitQueueTimeoutError' } } });
    });
  });

  it('a reply that is lost once changes nothing, because the driver retries', async (test) => {
    const { proxy, store } = await openBehindProxy(test, database);
    const losing = async <A>(command: string, operation: TE.TaskEither<unknown, A>): Promise<A> => {
      await proxy.become({ kind: 'reply lost', command, times: 1 });
      const outcome = right(await operation());
      await proxy.met();
      return outcome;
    };
    const { id, ...pet } = await losing('insert', store.pets.add(newPet({ name: 'lost once', categoryId: 7n })));
    expect(await idsOf('lost once')).toEqual([id]);
    expect(await losing('find', store.pets.find(id))).toEqual({ _tag: 'Some', value: { id, ...pet } });
    expect(await losing('find', store.apiKeys.findByDigest(digest('0'.repeat(64))))).toEqual({ _tag: 'None' });
  });
});
