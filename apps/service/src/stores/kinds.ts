import { resolve } from 'node:path';
import { createPoolMetrics } from './pool-metrics.ts';
import type { StoreKind } from './store.ts';

/** The kinds of durable stores by the variable that chooses them. */
export const storeKinds: Readonly<Record<'SQLITE_FILE' | 'MONGODB_URI' | 'POSTGRES_URI', StoreKind>> = {
  SQLITE_FILE: {
    name: 'sqlite',
    title: 'the SQLite file',
    open: (file) => async () => (await import('@animal-store/adapter-sqlite')).openSqlite(resolve(file))(),
    check: (file) => async () => (await import('@animal-store/adapter-sqlite')).checkSqlite(resolve(file))(),
  },
  MONGODB_URI: {
    name: 'mongodb',
    title: 'MongoDB',
    open: (uri, registry) => async () => {
      const { connectMongo } = await import('@animal-store/adapter-mongodb');
      return connectMongo(uri, { ...(registry && { pool: createPoolMetrics(registry) }) })();
    },
    check: (uri) => async () => (await import('@animal-store/adapter-mongodb')).checkMongo(uri)(),
  },
  POSTGRES_URI: {
    name: 'postgres',
    title: 'PostgreSQL',
    open: (uri, registry) => async () => {
      const { connectPostgres } = await import('@animal-store/adapter-postgres');
      return connectPostgres(uri, { ...(registry && { pool: createPoolMetrics(registry) }) })();
    },
    check: (uri) => async () => (await import('@animal-store/adapter-postgres')).checkPostgres(uri)(),
  },
};
