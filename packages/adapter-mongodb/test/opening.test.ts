import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { connect, digest, idempotency, isCommand, newPet, open, petId } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 5n });

describeOnMongodb('Connecting', (database) => {
  it('ends operations in flight and later ones with close', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { pets, apiKeys, close } = await connect(withOption(uri, 'socketTimeoutMS=60000'), {
      operationTimeoutMS: 2_000,
    });
    await proxy.become({ kind: 'silent' });
    // Two additions are one command.
    const operations = [
      pets.list({ limit: 21 }),
      pets.find(petId(1n)),
      pets.add(rex),
      pets.add(rex),
      apiKeys.findByDigest(digest('0'.repeat(64))),
    ];
    const inFlight = operations.map((run) => run());
    await close();
    const outcomes = await Promise.all([...inFlight, ...operations.map((run) => run())]);
    expect(outcomes).toMatchObject(Array(10).fill({ left: { _tag: 'RepositoryUnavailable' } }));
    expect(JSON.stringify(outcomes.slice(5))).not.toContain('ETIMEDOUT');
  });

  it('connects no more once it is closed, even if it never has', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    await proxy.become({ kind: 'refused' });
    const { ping, close } = await connect(withOption(uri, 'serverSelectionTimeoutMS=100'));
    await close();
    await proxy.become({ kind: 'none' });
    expect(await ping()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
  });

  // The kit's law of outages cannot make one step of an operation slow.
  it('begins no write after its time limit, when an earlier step ends late', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { pets } = await open(withOption(uri, 'socketTimeoutMS=1500'), { operationTimeoutMS: 500 });
    await proxy.become({ kind: 'request lost', isRequest: isCommand('findAndModify', 'counters') });
    const late = newPet({ name: 'late', categoryId: 1n });
    const outcomes = await Promise.all([pets.add(late)(), pets.add(late, idempotency('late'))()]);
    expect(outcomes).toMatchObject(Array(2).fill({ left: { cause: { code: 'ETIMEDOUT' } } }));
    await proxy.become({ kind: 'none' });
    // The ids arrive when the driver has tried again. The insert of this one follows those of the others.
    await vi.waitFor(async () => expect(await pets.add(rex)()).toMatchObject(E.right({ pet: rex })), 10_000);
    expect(await database.collection('pets').countDocuments({ name: 'late' })).toBe(0);
    expect(await database.collection('creations').countDocuments({})).toBe(0);
  });
});
