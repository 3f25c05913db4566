import { setTimeout as pause } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '@animal-store/domain-testkit';
import {
  behindProxy,
  connectSql,
  describeOnCluster,
  type PostgresCluster,
  type Sql,
} from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { onceEach, startAdding, storedIds } from './postgres/adding.ts';
import { connect } from './postgres/connect.ts';
import { isRecording } from './postgres/is-recording.ts';

/** The limit of an operation, and half a second for a busy machine. */
const timeBound = 5_000;

const recoversWithinMS = 15_000;

interface Broken {
  readonly cluster: PostgresCluster;
  /** As a user who may do everything. */
  readonly admin: Sql;
  readonly become: TcpProxy['become'];
}

const cutAll = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'animals'";

const setReadOnly = async (admin: Sql, value: string): Promise<void> => {
  await admin(`ALTER ROLE animals SET default_transaction_read_only = ${value}`);
  await admin(cutAll);
};

/** Cuts all connections, now and then, among statements that run. */
const cutOften = async (admin: Sql): Promise<void> => {
  for (let count = 0; count < 100; count++) {
    await admin(cutAll);
    await pause(20);
  }
};

type Step = (on: Broken) => Promise<unknown>;

const times = 20;
const lasting = 6_000;

const faults: readonly (readonly [name: string, begin: Step, end: Step])[] = [
  ['the server crashes', ({ cluster }) => cluster.crash(), ({ cluster }) => cluster.start()],
  ['the server is stopped', ({ cluster }) => cluster.stop(), ({ cluster }) => cluster.start()],
  [
    'the server is frozen',
    async ({ cluster }) => {
      await cluster.freeze();
      await pause(lasting);
    },
    ({ cluster }) => cluster.thaw(),
  ],
  [
    'nothing comes back',
    async ({ become }) => {
      await become({ kind: 'silent' });
      await pause(lasting);
    },
    ({ become }) => become({ kind: 'none' }),
  ],
  ['connections are cut in statements', ({ admin }) => cutOften(admin), async () => undefined],
  [
    'connections are cut after COMMIT',
    ({ become }) => become({ kind: 'reply lost', isRequest: isRecording, times }),
    () => pause(500),
  ],
  [
    'requests are lost before COMMIT',
    ({ become }) => become({ kind: 'request lost', isRequest: isRecording }),
    ({ become }) => become({ kind: 'none' }),
  ],
  [
    'the user may not log in',
    async ({ admin }) => {
      await admin('ALTER ROLE animals NOLOGIN');
      await admin(cutAll);
    },
    ({ admin }) => admin('ALTER ROLE animals LOGIN'),
  ],
  [
    'the user has lost a right',
    ({ admin }) => admin('REVOKE INSERT ON pets FROM animals'),
    ({ admin }) => admin('GRANT INSERT ON pets TO animals'),
  ],
  [
    'there are too many connections',
    async ({ admin }) => {
      await admin('ALTER ROLE animals CONNECTION LIMIT 0');
      await admin(cutAll);
    },
    ({ admin }) => admin('ALTER ROLE animals CONNECTION LIMIT -1'),
  ],
  ['the server is read-only', ({ admin }) => setReadOnly(admin, 'on'), ({ admin }) => setReadOnly(admin, 'off')],
  [
    'another transaction has the tables',
    ({ admin }) => admin('BEGIN; LOCK TABLE pets; SELECT pg_sleep(6); COMMIT'),
    async () => undefined,
  ],
];

describeOnCluster('While', (cluster) => {
  let databases = 0;

  /** A store of a user with no more than the rights of the guide, on a database of a role of its own. */
  const setUp = async () => {
    const name = `faulty_${databases++}`;
    const server = connectSql(cluster().uri('postgres'));
    if (databases === 1) await server.sql('CREATE ROLE animals LOGIN');
    await server.sql(`CREATE DATABASE ${name}`);
    await server.close();
    const adminUri = cluster().uri(name);
    const owner = await connect(adminUri);
    await owner.close();
    const admin = connectSql(adminUri);
    await admin.sql(`
      GRANT USAGE, SELECT ON SEQUENCE pet_ids TO animals;
      GRANT SELECT ON animal_store TO animals;
      GRANT SELECT, INSERT ON pets TO animals;
      GRANT SELECT, INSERT, DELETE ON creations TO animals;
      GRANT SELECT, INSERT, UPDATE ON api_keys TO animals`);
    const { proxy, uri } = await behindProxy(
      startTcpProxy,
      { onTestFinished },
      adminUri.replace('postgres@', 'animals@'),
    );
    const store = await connect(uri);
    onTestFinished(async () => {
      await store.close();
      await admin.close();
    });
    return { store, admin: admin.sql, become: proxy.become };
  };

  it.each(faults)(
    '%s: within the time limit, nothing acknowledged is lost or stored twice, and it recovers',
    {
      timeout: 60_000,
    },
    async (name, begin, end) => {
      const { store, admin, become } = await setUp();
      const broken: Broken = { cluster: cluster(), admin, become };
      const prefix = name.replaceAll(' ', '_');
      const adding = startAdding(store.pets, prefix);
      await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(50);
      await begin(broken);
      await expect.poll(adding.failed, { timeout: 10_000 }).toBeGreaterThan(0);
      await end(broken);
      await expect.poll(store.ping, { timeout: recoversWithinMS }).toEqual(E.right(undefined));
      const atRecovery = adding.acknowledged.size;
      await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(atRecovery + 50);
      await adding.stop();
      expect(await storedIds(admin, prefix)).toEqual(onceEach(adding.acknowledged));
      expect(adding.slowest()).toBeLessThan(timeBound);
    },
  );
});
