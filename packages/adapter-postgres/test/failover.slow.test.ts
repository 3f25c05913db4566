import type { DurableStore } from '@animal-store/store';
import { startHistory } from '@animal-store/testkit/history';
import { connectSql, type PostgresServer } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { pgBouncerNeed, startPgBouncer } from './pgbouncer.ts';
import { addStandby, startPrimary, uriOf, waitForStandby } from './servers.ts';
import { newPet, open, recorded, storedAnimals } from './store.ts';

// A waiting commit holds its connection for 4.5 s. With a short time limit the clients retry meanwhile.
const options = { operationTimeoutMS: 1_500 };

const startClients = ({ pets }: DurableStore) => startHistory(recorded(pets), 'client');

/** The animals that a server has in the end. */
const storedOn = async (server: PostgresServer) => {
  const { sql, close } = connectSql(server.uri('postgres'));
  const stored = await storedAnimals(sql);
  await close();
  return stored;
};

interface Two {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
}

type Step = (on: Two) => Promise<void>;

const crash: Step = ({ primary }) => primary.crash();
const restart: Step = ({ primary }) => primary.start();
const stopStandby: Step = ({ standby }) => standby.stop();
const startStandby: Step = ({ standby }) => standby.start();

describe.skipIf(!inject('postgres').isInstalled)('With two servers of PostgreSQL', { timeout: 60_000 }, () => {
  it.each<[string, readonly Step[]]>([
    ['the primary crashes', [crash]],
    ['the primary stores what the standby lacks, and crashes', [stopStandby, crash, restart, crash, startStandby]],
  ])('no acknowledged animal is lost if %s, and the synchronous standby is promoted', async (_, steps) => {
    const primary = await startPrimary();
    const standby = await addStandby(primary);
    await waitForStandby(primary);
    const clients = startClients(await open(uriOf(standby, primary), options));
    await clients.acknowledged(100);
    for (const step of steps) {
      await step({ primary, standby });
      await clients.ended(16);
    }
    await standby.control('promote');
    await clients.acknowledged(100);
    await clients.stop();
    expect(clients.judge(await storedOn(standby))).toMatchObject({ lost: [], twice: [], doubled: [] });
  });

  const behind = async ({ primary, standby }: Two, clients: ReturnType<typeof startClients>): Promise<void> => {
    await clients.acknowledged(100);
    await standby.stop();
    await clients.acknowledged(200);
    await primary.crash();
    await standby.start();
    await standby.control('promote');
  };

  it('no id is given twice if an asynchronous standby that was behind is promoted', async () => {
    const primary = await startPrimary();
    const standby = await addStandby(primary);
    const clients = startClients(await open(uriOf(primary, standby), options));
    await behind({ primary, standby }, clients);
    await clients.acknowledged(200);
    await clients.stop();
    const { lost, twice } = clients.judge(await storedOn(standby));
    expect(lost.length).toBeGreaterThan(100);
    expect(twice).toEqual([]);
  });

  it('no id is given twice if two standbys of one primary are promoted one after the other', async () => {
    const primary = await startPrimary();
    const [standby, other] = [await addStandby(primary), await addStandby(primary)];
    const clients = startClients(await open(uriOf(primary, standby, other), options));
    await behind({ primary, standby }, clients);
    await clients.acknowledged(100);
    await standby.crash();
    await other.control('promote');
    await clients.acknowledged(100);
    await clients.stop();
    expect(clients.judge(await storedOn(other)).twice).toEqual([]);
  });

  it.skipIf(pgBouncerNeed.missing !== undefined)(
    'no id is given twice if PgBouncer moves to the promoted standby',
    async () => {
      const primary = await startPrimary();
      const standby = await addStandby(primary);
      const bouncer = await startPgBouncer(primary.port);
      onTestFinished(bouncer.stop);
      const clients = startClients(await open(bouncer.uri, options));
      await behind({ primary, standby }, clients);
      await bouncer.moveTo(standby.port);
      await clients.acknowledged(200);
      await clients.stop();
      expect(clients.judge(await storedOn(standby)).twice).toEqual([]);
    },
  );

  it('an old primary that comes back is not used', async () => {
    const primary = await startPrimary();
    const standby = await addStandby(primary);
    const uri = uriOf(primary, standby);
    const old = await open(uri, options);
    const rex = newPet({ name: 'Rex', categoryId: 1n });
    expect(await old.pets.add(rex)()).toMatchObject({ right: { pet: { id: 1n } } });
    await primary.crash();
    await standby.control('promote');
    await expect.poll(old.ping, { timeout: 15_000 }).toEqual(E.right(undefined));
    expect(await old.pets.add(rex)()).toMatchObject({ right: { pet: { id: 2n ** 32n } } });
    await primary.start();
    const started = await open(uri, options);
    expect(await started.pets.list({ limit: 3 })()).toMatchObject({ right: [{ id: 1n }, { id: 2n ** 32n }] });
    await standby.crash();
    await expect.poll(old.ping, { timeout: 15_000 }).toMatchObject({
      left: {
        cause: {
          message: expect.stringContaining('an old primary has come back: its timeline is 1, and 2 was used before'),
        },
      },
    });
  });
});
