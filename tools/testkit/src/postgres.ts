// The proxy knows nothing of MongoDB but how its commands begin. In the protocol of PostgreSQL, the name of a prepared
// statement is followed by a zero as well.
export { behindProxy } from './mongodb/behind-proxy.ts';
export type { Fault, FaultProxy } from './mongodb/fault-proxy.ts';
export { type PostgresCluster, startCluster, startsWithinMS } from './postgres/cluster.ts';
export { connectSql, type Sql, type SqlConnection } from './postgres/connect-sql.ts';
export { describeOnCluster, describeOnPostgres, type TestDatabase } from './postgres/describe-on-postgres.ts';
