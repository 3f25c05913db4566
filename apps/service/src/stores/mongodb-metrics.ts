import type { MongoStoreOptions } from '@animal-store/adapter-mongodb';
import { Counter, type Registry } from 'prom-client';
import { createPoolMetrics } from './pool-metrics.ts';

/** The listeners that count the connections and the id blocks of one MongoDB client. */
export type MongoMetrics = Required<Pick<MongoStoreOptions, 'pool' | 'onIdBlock'>>;

/** Adds the metrics of a MongoDB client. */
export const createMongoMetrics = (register: Registry, onFailure: (error: unknown) => void): MongoMetrics => {
  const idBlocks = new Counter({
    name: 'animal_store_id_blocks_reserved_total',
    help: 'Blocks of 100 ids that were reserved for new animals',
    registers: [register],
  });
  return { pool: createPoolMetrics(register, onFailure), onIdBlock: () => idBlocks.inc() };
};
