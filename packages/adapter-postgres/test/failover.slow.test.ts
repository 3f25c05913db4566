import { type Added, PetId } from '@animal-store/domain';
import { known } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { startHistory } from '@animal-store/testkit/history';
import { connectSql, type PostgresServer } from '@animal-store/testkit/postgres';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { pgBouncerNeed, startPgBouncer } from './pgbouncer.ts';
import { addStandby, startPrimary, uriOf, waitForStandby } from './servers.ts';
import { idempotency, newPet, open } from './store.ts';

// A waiting commit holds its connection for 4.5 s. With a short time limit the clients retry meanwhile.
const options = { operationTimeoutMS: 1_500 };

/** Starts the clients of a store, of which each animal has a record. */
const startClients = ({ pets }: DurableStore) =>
  startHistory(
    {
      add: (name, hasKey) =>
        TE.map(({ pet }: Added) => pet)(
          pets.add(newPet({ name, categoryId: 1n }), hasKey ? idempotency(name) : undefined),
        ),
      list: (after) => pets.list({ limit: 100, after: known(PetId)(after) }),
    },
    'client',
  );

/** The animals that a server has in the end. */
const storedOn = async (server: PostgresServer) => {
  const { sql, close } = connectSql(server.uri('postgres'));
  const rows = await sql('SELECT id, name FROM pets');
  await close();
  return rows.map(([id, name]) => ({ id: BigInt(id ?? 0), name: String(name) }));
};

interface Two {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
}

type Step = (on: Two) => Promise<void>;

/** Ends the waits for the standby, as an operator may, once there are some: each commit that waits is completed. */
const endWaits =
  (how: 'cancel' | 'terminate'): Step =>
  async ({ primary }) => {
    const { sql, close } = connectSql(primary.uri('postgres'));
    const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    await expect.poll(() => sql(`SELECT 'waits' ${waiting}`), { timeout: 15_000 }).toContainEqual(['waits']);
    await sql(`SELECT pg_${how}_backend(pid) ${waiting}`);
    await close();
  };

const steps = {
  'the primary crashes': ({ primary }) => primary.crash(),
  'the primary starts': ({ primary }) => primary.start(),
  'the standby stops': ({ standby }) => standby.stop(),
  'the standby crashes': ({ standby }) => standby.crash(),
  'the standby starts': ({ standby }) => standby.start(),
  'the standby hangs': ({ standby }) => standby.freeze(),
  'the standby responds': ({ standby }) => standby.thaw(),
  'waits are cancelled': endWaits('cancel'),
  'waits are terminated': endWaits('terminate'),
} satisfies Readonly<Record<string, Step>>;

const orders: readonly (readonly (keyof typeof steps)[])[] = [
  ['the primary crashes'],
  ['the standby stops', 'the primary crashes', 'the primary starts', 'the primary crashes', 'the standby starts'],
  ['the standby stops', 'waits are cancelled', 'waits are cancelled', 'the primary crashes', 'the standby starts'],
  ['the standby stops', 'waits are terminated', 'waits are terminated', 'the primary crashes', 'the standby starts'],
];

describe.skipIf(!inject('postgres').isInstalled)('With two servers of PostgreSQL', { timeout: 60_000 }, () => {
  it.each(orders.map((order) => [order.join(', '), order] as const))(
    'no acknowledged animal is lost if the standby is synchronous: %s, and it is promoted',
    async (_, order) => {
      const primary = await startPrimary();
      const standby = await addStandby(primary);
      await waitForStandby(primary);
      const clients = startClients(await open(uriOf(standby, primary), options));
      await clients.acknowledged(100);
      for (const step of order) {
        await steps[step]({ primary, standby });
        await clients.ended(16);
      }
      await standby.control('promote');
      await clients.acknowledged(100);
      await clients.stop();
      expect(clients.judge(await storedOn(standby))).toMatchObject({ lost: [], twice: [], doubled: [] });
    },
  );

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
