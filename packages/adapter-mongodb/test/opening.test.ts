import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { startTcpProxy } from '@animal-store/domain-testkit';
import type { AtEnd } from '@animal-store/testkit/at-end';
import { behindProxy, describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { afterAll, expect, it, vi } from 'vitest';
import { connectInTime, digest, idempotency, isCommand, newPet, open, openInTime, petId } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 5n });

describeOnMongodb('Connecting', (database) => {
  it('ends operations in flight and later ones with close', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { pets, apiKeys, close } = await connectInTime(withOption(uri, 'socketTimeoutMS=60000'), {
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
    const { ping, close } = await connectInTime(withOption(uri, 'serverSelectionTimeoutMS=100'));
    await close();
    await proxy.become({ kind: 'none' });
    expect(await ping()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
  });

  // The kit's law of outages cannot make one step of an operation slow.
  it('begins no write after its time limit, when an earlier step ends late', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { pets } = await openInTime(withOption(uri, 'socketTimeoutMS=1500'), { operationTimeoutMS: 500 });
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

  const folder = temporaryFolder(afterAll);
  const startTlsServer = async (atEnd: AtEnd): Promise<string> => {
    const [key, cert] = [join(folder, 'key'), join(folder, 'certificate')];
    const pair = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...pair, '-subj', '/CN=x'], { stdio: 'ignore' });
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) });
    return `mongodb://localhost:${await startServer(server, atEnd)}/?tls=true`;
  };
  const withOther = withOption(
    database.uri.replace('directConnection=true', 'directConnection=false'),
    'replicaSet=other',
  );

  it.for<readonly [what: string, uri: string | typeof startTlsServer, reason: RegExp]>([
    ['no server listens', 'mongodb://127.0.0.1:1/', /^connect ECONNREFUSED 127.0.0.1:1$/],
    ['the server has no TLS', withOption(database.uri, 'tls=true'), /TLS/],
    ['its certificate is not trusted', startTlsServer, /^self-signed certificate/],
    ['no host belongs to the replica set', withOther, /^no host belongs to the replica set other$/],
  ])('waits while %s, and tells so before the search for a server ends', async ([, where, reason], test) => {
    const uri = typeof where === 'string' ? where : await where(test.onTestFinished);
    const { ping } = await open(uri);
    expect(await ping()).toMatchObject({
      left: { _tag: 'RepositoryUnavailable', cause: { message: expect.stringMatching(reason) } },
    });
  });
});
