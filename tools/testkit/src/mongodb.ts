export { BSON } from 'mongodb';
export { behindProxy } from './behind-proxy.ts';
export { describeOnMongodb, type Stored, type TestDatabase } from './mongodb/describe-on-mongodb.ts';
export type { MongodbForTests } from './mongodb/find-mongodb.ts';
export { type GuardedMongod, startGuardedMongod } from './mongodb/guarded-mongod.ts';
export { type Member, type ReplicaSet, startReplicaSet } from './mongodb/replica-set.ts';
export { withOption } from './mongodb/with-option.ts';
