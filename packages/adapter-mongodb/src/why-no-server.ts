import { connect as connectByTls } from 'node:tls';
import { type Document, MongoClient, type MongoClientOptions, MongoServerSelectionError } from 'mongodb';
import { classify, type MongoMisconfigured, mongoMisconfigured } from './errors.ts';

/** Time limit of each step of a look at a server, in milliseconds. */
const patience = 500;

type Options = MongoClient['options'];
type Host = Options['hosts'][number];

/** The reply of a server to `hello`, which needs no credentials; undefined if it does not come soon. */
const helloOf = async (host: Host, encryption: MongoClientOptions): Promise<Document | undefined> => {
  const limits = { serverSelectionTimeoutMS: patience, connectTimeoutMS: patience, socketTimeoutMS: patience };
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { ...limits, ...encryption });
  try {
    return await client.db('admin').command({ hello: 1 });
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
};

const usesTls = ({ host, port }: Host): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectByTls({ host, port, rejectUnauthorized: false, timeout: patience });
    const end = (isSecure: boolean) => () => {
      socket.destroy();
      resolve(isSecure);
    };
    socket
      .once('secureConnect', end(true))
      .on('error', end(false))
      .once('timeout', end(false))
      .once('close', end(false));
  });

/** Why a server does not fit the options of a client. The driver itself would only wait for another one. */
const mismatchOf =
  ({ tls = false, replicaSet, ca, cert, key, passphrase }: Options) =>
  async (host: Host): Promise<string | undefined> => {
    const encryption = tls ? { tls, ca, cert, key, passphrase, rejectUnauthorized: false } : {};
    const hello = await helloOf(host, encryption as MongoClientOptions);
    if (hello === undefined) {
      if (!tls) return (await usesTls(host)) ? `${host} requires TLS: add tls=true` : undefined;
      return (await helloOf(host, {})) === undefined ? undefined : `${host} does not use TLS: remove tls=true`;
    }
    const { setName, isreplicaset } = hello;
    // A member of a new replica set has no name yet.
    if (replicaSet === undefined || setName === replicaSet || isreplicaset === true) return undefined;
    const found = setName === undefined ? 'does not belong to a replica set' : `belongs to the replica set ${setName}`;
    return `${host} ${found}, and replicaSet=${replicaSet} names another one`;
  };

/** The misconfiguration behind an error of a start; undefined if waiting may help. */
export const misconfigurationOf = async (
  { options }: MongoClient,
  error: unknown,
): Promise<MongoMisconfigured | undefined> => {
  const { kind, message } = classify(error);
  if (kind !== 'outage') return mongoMisconfigured(message);
  if (!(error instanceof MongoServerSelectionError)) return undefined;
  const { hosts, proxyHost } = options;
  // Behind a proxy or on a socket of Unix, the address alone does not lead to the server.
  if (proxyHost !== undefined || hosts.some(({ socketPath }) => socketPath !== undefined)) return undefined;
  const mismatches = await Promise.all(hosts.map(mismatchOf(options)));
  // While one server is away, it may be the right one.
  if (mismatches[0] === undefined || mismatches.includes(undefined)) return undefined;
  return mongoMisconfigured(`MongoDB cannot be used: ${mismatches[0]}`);
};
