import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { CommandStartedEvent, Document } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { isCommand } from './mongodb/commands.ts';
import { connect } from './mongodb/connect.ts';
import { runAll } from './mongodb/operations.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

describeOnMongodb('Connecting', (database) => {
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

    expect(E.isRight(added) && E.isRight(listed) && listed.right.at(-1)).toEqual(E.isRight(added) && added.right.pet);
    expect(pinged).toEqual(E.right(undefined));
    const writes = commands.filter((command) => command['insert'] ?? command['findAndModify'] ?? command['update']);
    expect(writes.map(({ writeConcern }) => writeConcern)).toEqual(
      writes.map(() => ({ w: 'majority', wtimeout: 2000 })),
    );
    const reads = commands.filter((command) => command['find'] ?? command['aggregate'] ?? command['hello']);
    expect(reads.filter(({ $readPreference }) => $readPreference?.mode === 'secondary')).toEqual([]);
  });

  it('ends operations in flight and later ones with close', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const store = await connect(uri);
    await proxy.become({ kind: 'silent' });
    const inFlight = runAll(store);
    await store.close();
    const outcomes = [...(await inFlight), ...(await runAll(store))];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
  });

  // The kit's law of outages cannot make one step of an operation slow.
  it('begins no write after its time limit, when an earlier step ends late', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const store = await connect(withOption(uri, 'socketTimeoutMS=1500'), { operationTimeoutMS: 500 });
    test.onTestFinished(store.close);
    await proxy.become({ kind: 'request lost', isRequest: isCommand('findAndModify', 'counters') });
    const late = newPet({ name: 'late', categoryId: 1n });
    const unavailable = { left: { _tag: 'RepositoryUnavailable', cause: { code: 'ETIMEDOUT' } } };
    expect(await Promise.all([store.pets.add(late)(), store.pets.add(late, idempotency('late'))()])).toMatchObject([
      unavailable,
      unavailable,
    ]);
    await proxy.become({ kind: 'none' });
    // The ids arrive when the driver has tried again. The insert of this one follows those of the others.
    await vi.waitFor(
      async () =>
        expect(await store.pets.add(newPet({ name: 'next', categoryId: 1n }))()).toMatchObject(
          E.right({ pet: { name: 'next' } }),
        ),
      {
        timeout: 10_000,
      },
    );
    expect(await database.collection('pets').countDocuments({ name: 'late' })).toBe(0);
    expect(await database.collection('creations').countDocuments({})).toBe(0);
  });
});
