import { setTimeout as pause } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, connectSql, type Sql } from '@animal-store/testkit/postgres';
import { last, type StoreFault, serverFaults, testFaults } from '@animal-store/testkit/store-faults';
import { onTestFinished } from 'vitest';
import { connect, describeOnCluster, grantOnly, isRecording, recorded, storedAnimals } from './store.ts';

interface Broken {
  /** As a user who may do everything. */
  readonly admin: Sql;
  /** Ends the server as an operator does. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const faults: readonly StoreFault<Broken>[] = [
  ['the server is stopped', ({ stop }) => stop(), ({ start }) => start()],
  [
    'the user has lost a right',
    ({ admin }) => admin('REVOKE INSERT ON pets FROM animals'),
    ({ admin }) => admin('GRANT INSERT ON pets TO animals'),
  ],
  [
    'another transaction has the tables',
    ({ admin }) => admin('BEGIN; LOCK TABLE pets; SELECT pg_sleep(6); COMMIT'),
    async () => undefined,
  ],
];

type Network = Pick<TcpProxy, 'become'>;

const repair = ({ become }: Network): Promise<void> => become({ kind: 'none' });

const cutNowAndThen = async ({ become }: Network): Promise<void> => {
  for (let count = 0; count < 50; count++) {
    await become({ kind: 'refused' });
    await become({ kind: 'none' });
    await pause(20);
  }
};

const networkFaults: readonly StoreFault<Network>[] = [
  ['nothing comes back', ({ become }) => become({ kind: 'silent' }).then(last), repair],
  ['connections are cut now and then', cutNowAndThen, repair],
  [
    'connections are cut after commits',
    ({ become }) => become({ kind: 'reply lost', isRequest: isRecording, times: 20 }),
    () => pause(500),
  ],
];

describeOnCluster('While', (cluster) => {
  let databases = 0;

  /** A store of a user with no more than the rights of the guide, on a database of a role of its own. */
  const setUp = async () => {
    const { crash: kill, ...server } = cluster();
    const name = `faulty_${databases++}`;
    const postgres = connectSql(server.uri('postgres'));
    if (databases === 1) await postgres.sql('CREATE ROLE animals LOGIN');
    await postgres.sql(`CREATE DATABASE ${name}`);
    await postgres.close();
    const adminUri = server.uri(name);
    const owner = await connect(adminUri);
    await owner.close();
    const admin = connectSql(adminUri);
    const userUri = await grantOnly(adminUri, admin.sql, 'animals');
    const { proxy, uri } = await behindProxy(startTcpProxy, { onTestFinished }, userUri);
    const store = await connect(uri);
    onTestFinished(async () => {
      await store.close();
      await admin.close();
    });
    return {
      ...server,
      kill,
      admin: admin.sql,
      become: proxy.become,
      operations: recorded(store.pets),
      ping: store.ping,
      stored: () => storedAnimals(admin.sql),
      recoversWithinMS: 15_000,
    };
  };

  testFaults(setUp, [...serverFaults, ...networkFaults, ...faults]);
});
