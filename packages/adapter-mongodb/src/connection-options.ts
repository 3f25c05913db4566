import type { MongoClient } from 'mongodb';
import type { ConnectionString } from 'mongodb-connection-string-url';

/** The most connections to a server, by default. All may open at once; by default the driver opens two, and a burst waits. */
const maxPoolSize = 50;

/** The defaults that a connection string overrides, by name. Times are in milliseconds. */
export const defaults = {
  // Below the time limit of an operation, which would hide why no server was found.
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
  maxPoolSize,
  maxConnecting: maxPoolSize,
  appName: 'animal-store',
};

/** Options that would give up a promise of the repositories, with the only value that does not. All others are the driver's. */
const needed: Readonly<Record<string, string>> = {
  w: 'majority',
  journal: 'true',
  j: 'true',
  readPreference: 'primary',
  // The monitor of the driver 7.9.0 fails on bigints when the primary changes, which ends the process.
  useBigInt64: 'false',
};

const byLowerCase = new Map(Object.entries(needed).map(([name, value]) => [name.toLowerCase(), { name, value }]));

/** The problems of the options of a connection string, without their values. Names of options are not case-sensitive. */
export const problemsOf = ({ searchParams }: ConnectionString, { options }: MongoClient): readonly string[] =>
  [...searchParams].flatMap(([given, value]) => {
    const rule = byLowerCase.get(given.toLowerCase());
    if (rule !== undefined && rule.value !== value) return [`the option ${rule.name} must be ${rule.value}`];
    // The driver would ignore it, and send all in plain text.
    return options.tls !== true && /^tls./i.test(given) ? [`the option ${given} has no effect without tls=true`] : [];
  });
