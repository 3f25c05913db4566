import type { CheckoutFailure, PoolObserver } from '@animal-store/adapter-mongodb';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { neverThrow } from '../observation/never-throw.ts';

const checkoutFailures: readonly CheckoutFailure[] = ['timeout', 'connectionError', 'poolClosed'];

const waitBuckets = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** Adds the metrics of the connections to a database, with the names of OpenTelemetry. */
export const createPoolMetrics = (register: Registry, onFailure: (error: unknown) => void): PoolObserver => {
  const registers = [register];
  // A replica set has a pool for each member: these are their sums.
  const connections = { max: 0, size: 0, used: 0, waiting: 0 };

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
  gauge('db_client_connection_max', 'Limit of connections to one server of the database', () => connections.max);
  gauge('db_client_connection_pending_requests', 'Operations that wait for a connection', () => connections.waiting);
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, connections.used);
      this.set({ state: 'idle' }, connections.size - connections.used);
    },
  });
  const waits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that operations waited for a connection, if they got one',
    buckets: waitBuckets,
    registers,
  });
  const failed = new Counter({
    name: 'db_client_connection_checkout_failures_total',
    help: 'Operations that got no connection',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of checkoutFailures) failed.inc({ reason }, 0);

  return {
    poolCreated: (max) => {
      connections.max = max;
    },
    connectionCreated: () => void connections.size++,
    connectionClosed: () => void connections.size--,
    checkoutStarted: () => void connections.waiting++,
    checkedIn: () => void connections.used--,
    checkedOut: neverThrow((milliseconds) => {
      connections.waiting--;
      connections.used++;
      waits.observe(milliseconds / 1000);
    }, onFailure),
    checkoutFailed: neverThrow((reason) => {
      connections.waiting--;
      failed.inc({ reason });
    }, onFailure),
  };
};
