import { either as E, function as F } from 'fp-ts';
import { matching, type TextCodec } from '../text-codec.ts';
import { createPoolMetrics } from './pool-metrics.ts';
import { reasonOf } from './reason-of.ts';
import type { StoreKind } from './store-kind.ts';

const connectionString: TextCodec<string> = matching('a PostgreSQL connection string, postgresql://…', (text) =>
  /^postgres(?:ql)?:\/\/\S+$/.test(text),
);

/** The store on PostgreSQL. */
export const postgresStore: StoreKind = {
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
    (uri, { metrics }) =>
    async () => {
      const { connectPostgres } = await import('@animal-store/adapter-postgres');
      return connectPostgres(uri, {
        ...(metrics && { pool: metrics.add(createPoolMetrics) }),
      })();
    },
  check: (uri) => async () => {
    const { checkPostgres } = await import('@animal-store/adapter-postgres');
    return F.pipe(
      await checkPostgres(uri)(),
      E.bimap(
        (failure) =>
          failure._tag === 'PostgresMisconfigured'
            ? failure
            : { message: `PostgreSQL is unavailable: ${reasonOf(failure)}` },
        (state) => (state === 'ours' ? 'which responds' : 'which responds and has no tables yet'),
      ),
    );
  },
  openMaintenance: (uri) => async () => (await import('@animal-store/adapter-postgres')).connectPostgres(uri)(),
  backup: {
    toBackUp:
      'PostgreSQL is backed up by its own tools, also while services run: pg_dump, or a base backup with its log ' +
      '(docs/postgres.md, Backup). To copy the animals alone, use animal-store export',
  },
};
