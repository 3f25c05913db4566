import type { MongoStoreOptions } from '@animal-store/adapter-mongodb';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { contain } from './contain.ts';

/** What feeds the metrics of the pool and the ids of one MongoDB client. */
export type MongoMetrics = Required<Pick<MongoStoreOptions, 'observe' | 'onIdBlock'>>;

const checkoutFailures: readonly string[] = ['timeout', 'connectionError', 'poolClosed'];

const waitBuckets = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** Adds the metrics of a MongoDB client; names are those of OpenTelemetry where it has one. */
export const createMongoMetrics = (register: Registry, onFailure: (error: unknown) => void): MongoMetrics => {
  const registers = [register];
  // A replica set has a pool for each member: these are their sums.
  const pool = { max: 0, size: 0, used: 0, waiting: 0 };

  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('db_client_connection_max', 'The most connections that there may be to one MongoDB server', () => pool.max);
  gauge('db_client_connection_pending_requests', 'Operations that wait for a connection', () => pool.waiting);
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to MongoDB',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.used);
      this.set({ state: 'idle' }, pool.size - pool.used);
    },
  });
  const waits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'How long operations waited for a connection that they got',
    buckets: waitBuckets,
    registers,
  });
  const failed = new Counter({
    name: 'db_client_connection_checkout_failures_total',
    help: 'Operations that got no connection',
    labelNames: ['reason'],
    registers,
  });
  const idBlocks = new Counter({
    name: 'animal_store_id_blocks_reserved_total',
    help: 'Blocks of 100 ids that were reserved for new animals',
    registers,
  });
  for (const reason of checkoutFailures) failed.inc({ reason }, 0);

  return {
    observe: (events) => {
      events.on('connectionPoolCreated', ({ options }) => {
        pool.max = options.maxPoolSize;
      });
      events.on('connectionCreated', () => void pool.size++);
      events.on('connectionClosed', () => void pool.size--);
      events.on('connectionCheckOutStarted', () => void pool.waiting++);
      events.on('connectionCheckedIn', () => void pool.used--);
      events.on(
        'connectionCheckedOut',
        contain(({ durationMS }) => {
          pool.waiting--;
          pool.used++;
          waits.observe(durationMS / 1000);
        }, onFailure),
      );
      events.on(
        'connectionCheckOutFailed',
        contain(({ reason }) => {
          pool.waiting--;
          failed.inc({ reason: checkoutFailures.includes(reason) ? reason : 'other' });
        }, onFailure),
      );
    },
    onIdBlock: () => idBlocks.inc(),
  };
};
