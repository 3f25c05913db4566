import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FoundStore } from '@animal-store/store';
import { either as E, taskEither as TE } from 'fp-ts';
import {
  type Configuration,
  configurationWarnings,
  decodeConfiguration,
  type Environment,
} from '../configuration/configuration.ts';
import { print, reportFailure } from '../output.ts';
import { type AddressUnusable, messagesOf } from '../start-failure.ts';
import { checkChosenStore, chosenStore } from '../stores/chosen-store.ts';
import { type Addresses, listenOnBoth } from './listen.ts';

const states: Readonly<Record<FoundStore['state'], string>> = {
  absent: 'which does not exist yet: a start creates it',
  empty: 'which is empty: a start prepares it',
  ours: 'which is ready to use',
};

const describe = ({ state, steps }: FoundStore): string =>
  steps.length === 0 ? states[state] : `which a start changes first: ${steps.join('; ')}`;

const checkStore = (configuration: Configuration): TE.TaskEither<string, string> => {
  const store = chosenStore(configuration);
  if (store === undefined) return TE.right('in memory');
  return TE.map((found: FoundStore) => `${store.title}, ${describe(found)}`)(checkChosenStore(store));
};

/** A server that closes each connection. */
const createPlaceholder = () => {
  const server = createServer((socket) => socket.destroy());
  return {
    listen: async (port: number, host: string): Promise<AddressInfo> => {
      await once(server.listen(port, host), 'listening');
      return server.address() as AddressInfo;
    },
    close: (): void => void server.close(),
  };
};

/** Listens on the addresses as a start does, and stops at once. */
const checkAddresses = async (configuration: Configuration): Promise<E.Either<AddressUnusable, Addresses>> => {
  const [server, admin] = [createPlaceholder(), createPlaceholder()];
  try {
    return await listenOnBoth({ server, admin }, configuration)();
  } finally {
    server.close();
    admin.close();
  }
};

/**
 * Takes the steps of `serve`, and creates nothing: it decodes the configuration, looks whether the store can be used, and
 * listens for a moment. Prints what a start would run, or why it would fail, with the messages of a start.
 */
export const check = async (environment: Environment): Promise<void> => {
  const warn = (message: string): unknown => process.stderr.write(`animal-store: ${message}\n`);
  const decoded = decodeConfiguration(environment);
  if (E.isLeft(decoded)) return reportFailure(...messagesOf(decoded.left));
  const configuration = decoded.right;
  configurationWarnings(environment, configuration).forEach(warn);
  const store = await checkStore(configuration)();
  if (E.isLeft(store)) return reportFailure(store.left);
  const addresses = await checkAddresses(configuration);
  if (E.isLeft(addresses)) return reportFailure(...messagesOf(addresses.left));
  const { metricsUrl = 'off', warning } = addresses.right;
  if (warning !== undefined) warn(warning);
  await print(`The service can start with this configuration:

  store    ${store.right}
  API      ${configuration.HOST}:${configuration.PORT}
  metrics  ${metricsUrl}
`);
};
