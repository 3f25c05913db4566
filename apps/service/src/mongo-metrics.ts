import type { MongoStoreOptions } from '@animal-store/adapter-mongodb';
import { either as E, type taskEither as TE } from 'fp-ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { contain } from './contain.ts';

/** What feeds the metrics of the pool, the ids and the operations of one MongoDB client. */
export interface MongoMetrics extends Required<Pick<MongoStoreOptions, 'observe' | 'onIdBlock'>> {
  /**
   * Measures a method of a port: `answered`, `unavailable` or, for a bug, `failed`. The driver's own command events
   * would do too, but make it read each reply twice: 10 to 28 % more CPU time.
   */
  readonly time: (
    operation: string,
  ) => <L extends { readonly _tag: string }, A>(task: TE.TaskEither<L, A>) => TE.TaskEither<L, A>;
}

type Outcome = 'answered' | 'unavailable' | 'failed';

const outcomeOf = (answer: E.Either<{ readonly _tag: string }, unknown>): Outcome =>
  E.isLeft(answer) && answer.left._tag === 'RepositoryUnavailable' ? 'unavailable' : 'answered';

const checkoutFailures: readonly string[] = ['timeout', 'connectionError', 'poolClosed'];

const waitBuckets = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1];
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

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
  const durations = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'How long the repositories took, waiting for a connection included',
    labelNames: ['operation', 'outcome'],
    buckets: durationBuckets,
    registers,
  });
  const idBlocks = new Counter({
    name: 'animal_store_id_blocks_reserved_total',
    help: 'Blocks of 100 ids that were reserved for new animals',
    registers,
  });
  for (const reason of checkoutFailures) failed.inc({ reason }, 0);

  const observeDuration = contain(
    ([operation, outcome, begin]: readonly [string, Outcome, number]) =>
      durations.observe({ operation, outcome }, (performance.now() - begin) / 1000),
    onFailure,
  );

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
    time: (operation) => (task) => async () => {
      const begin = performance.now();
      let outcome: Outcome = 'failed';
      try {
        const answer = await task();
        outcome = outcomeOf(answer);
        return answer;
      } finally {
        observeDuration([operation, outcome, begin]);
      }
    },
  };
};
