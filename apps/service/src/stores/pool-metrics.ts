import type { CheckoutFailure, PoolObserver } from '@animal-store/store';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const checkoutFailures: readonly CheckoutFailure[] = ['timeout', 'connectionError', 'poolClosed'];

/** Adds the metrics of the connections to a database, with the names of OpenTelemetry. */
export const createPoolMetrics = (registry: Registry): PoolObserver => {
  const registers = [registry];
  // A replica set has a pool for each member: these are their sums.
  const max = new Gauge({
    name: 'db_client_connection_max',
    help: 'Limit of connections to one server of the database',
    registers,
  });
  const waiting = new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Operations that wait for a connection to the database',
    registers,
  });
  const connections = new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to all servers of the database, used and idle',
    labelNames: ['state'],
    registers,
  });
  const waits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that operations waited for a connection to the database, if they got one',
    buckets: [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  const failed = new Counter({
    name: 'db_client_connection_checkout_failures_total',
    help: 'Operations that got no connection: timeout, connectionError, poolClosed, other',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of checkoutFailures) failed.inc({ reason }, 0);
  const [used, idle] = [{ state: 'used' }, { state: 'idle' }];
  connections.set(used, 0);
  connections.set(idle, 0);

  return {
    poolCreated: (size) => max.set(size),
    connectionCreated: () => connections.inc(idle),
    connectionClosed: () => connections.dec(idle),
    checkoutStarted: () => waiting.inc(),
    checkedOut: (milliseconds) => {
      waiting.dec();
      connections.dec(idle);
      connections.inc(used);
      waits.observe(milliseconds / 1_000);
    },
    checkoutFailed: (reason) => {
      waiting.dec();
      failed.inc({ reason });
    },
    checkedIn: () => {
      connections.dec(used);
      connections.inc(idle);
    },
  };
};
