import { eventually } from '@animal-store/testkit/eventually';
import { behindProxy, describeOnMongodb, type Fault, withOption } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { CommandStartedEvent, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connectMongo } from '../src/index.ts';
import { connect } from './mongodb/connect.ts';
import { runAll, timeBound } from './mongodb/operations.ts';
import { newPet } from './mongodb/samples.ts';

const indexesOf = (names: readonly Document[]): readonly unknown[] => names.map((index) => index['name']);

describeOnMongodb('Connecting', (database) => {
  describe.concurrent('while MongoDB is unavailable', () => {
    const faults: readonly Fault[] = [{ kind: 'refused' }, { kind: 'black hole' }];
    for (const fault of faults) {
      it(`succeeds, and creates the schema once MongoDB is available (${fault.kind})`, async (test) => {
        const { proxy, uri } = await behindProxy(test, database.uri);
        await proxy.become(fault);
        const start = performance.now();
        const store = await connect(uri);
        test.onTestFinished(store.close);
        expect(performance.now() - start).toBeLessThan(timeBound);

        const [outcomes, pong] = await Promise.all([runAll(store), store.ping()]);
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
        expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(timeBound);
        expect(pong).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });

        await proxy.become({ kind: 'none' });
        const added = await eventually(10_000, async () => {
          const outcome = await store.pets.add(newPet({ name: fault.kind, categoryId: 1n }))();
          return E.isRight(outcome) ? outcome.right.name : undefined;
        });
        expect(added).toBe(fault.kind);
        expect(await store.ping()).toEqual(E.right(undefined));
        expect(indexesOf(await database.collection('pets').indexes())).toEqual(['_id_', 'status', 'idempotency']);
      });
    }
  });

  it('fails with a message that does not show the credentials if MongoDB refuses them', async () => {
    const refused = await connectMongo(database.uri.replace('//', '//clerk:s3cret@'))();
    expect(refused).toEqual(
      E.left({ _tag: 'MongoMisconfigured', message: 'MongoDB refuses the credentials: Authentication failed.' }),
    );
  });

  it('uses majority and primary with any connection string', async () => {
    const commands: Document[] = [];
    const weak = ['monitorCommands=true', 'w=0', 'readPreference=secondary', 'promoteValues=false', 'useBigInt64=true'];
    const store = await connect(weak.reduce(withOption, database.uri), {
      observe: (events) => {
        events.on('commandStarted', ({ command }: CommandStartedEvent) => commands.push(command));
      },
    });
    const added = await store.pets.add(newPet({ name: 'Rex', categoryId: 5n }))();
    const listed = await store.pets.list({ limit: 101 })();
    const pinged = await store.ping();
    await store.close();

    expect(E.isRight(added) && E.isRight(listed) && listed.right.at(-1)).toEqual(E.isRight(added) && added.right);
    expect(pinged).toEqual(E.right(undefined));
    const writes = commands.filter((command) => command['insert'] ?? command['findAndModify'] ?? command['update']);
    expect(writes.map(({ writeConcern }) => writeConcern)).toEqual(
      writes.map(() => ({ w: 'majority', wtimeout: 2000 })),
    );
    const reads = commands.filter((command) => command['find'] ?? command['aggregate'] ?? command['hello']);
    expect(reads.filter(({ $readPreference }) => $readPreference?.mode === 'secondary')).toEqual([]);
  });

  it('ends operations in flight and later ones with close', async (test) => {
    const { proxy, uri } = await behindProxy(test, database.uri);
    const store = await connect(uri);
    await proxy.become({ kind: 'black hole' });
    const inFlight = runAll(store);
    await store.close();
    const outcomes = [...(await inFlight), ...(await runAll(store))];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
  });

  it('ends with close before MongoDB was ever available', async (test) => {
    const { proxy, uri } = await behindProxy(test, database.uri);
    await proxy.become({ kind: 'refused' });
    const store = await connect(uri);
    const inFlight = runAll(store);
    await store.close();
    await proxy.become({ kind: 'none' });
    const outcomes = [...(await inFlight), ...(await runAll(store))];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
  });
});
