import { fromGuard } from '@animal-store/domain';
import type { TextCodec } from '../configuration/text-codecs.ts';
import { createPoolMetrics } from './pool-metrics.ts';
import type { StoreDescription } from './store-description.ts';

const connectionString: TextCodec<string> = fromGuard(
  'a PostgreSQL connection string',
  (input): input is string => typeof input === 'string' && /^postgres(?:ql)?:\/\/\S+$/.test(input),
  'must be a PostgreSQL connection string, postgresql://…',
);

/** The store on PostgreSQL. */
export const postgresStore: StoreDescription = {
  name: 'postgres',
  title: 'PostgreSQL',
  makesKey: 'never',
  variable: {
    name: 'POSTGRES_URI',
    codec: connectionString,
    meaning: 'keeps the animals in PostgreSQL',
    example: 'postgresql://animals@127.0.0.1:5432/animals?sslmode=verify-full',
    isSecret: true,
  },
  place: () => 'in PostgreSQL',
  open:
    (uri, { metrics, recordLifetime, mustExist, warn }) =>
    async () => {
      const { connectPostgres } = await import('@animal-store/adapter-postgres');
      return connectPostgres(uri, {
        ...(metrics && { pool: metrics.add(createPoolMetrics) }),
        ...(recordLifetime && { recordLifetime }),
        ...(mustExist && { mustExist }),
        ...(warn && { warn }),
      })();
    },
  openMaintenance: (uri) => async () => (await import('@animal-store/adapter-postgres')).connectPostgres(uri)(),
  backup:
    'PostgreSQL is backed up by its own tools, also while services run: pg_dump, or a base backup with its log ' +
    '(docs/postgres.md, Backup). To copy the animals alone, use animal-store export',
};
