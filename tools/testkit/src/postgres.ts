export { behindProxy } from './behind-proxy.ts';
export { type PostgresCluster, startCluster, startsWithinMS } from './postgres/cluster.ts';
export { connectSql, type Sql, type SqlConnection } from './postgres/connect-sql.ts';
export { describeOnCluster, describeOnPostgres, type TestDatabase } from './postgres/describe-on-postgres.ts';
