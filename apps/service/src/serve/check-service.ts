import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FoundStore } from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import {
  type Configuration,
  configurationWarnings,
  decodeConfiguration,
  type Environment,
} from '../configuration/configuration.ts';
import { print, reportFailure } from '../output.ts';
import { messagesOf } from '../start-failure.ts';
import { checkChosenStore, chosenStore } from '../stores/chosen-store.ts';
import { type Addresses, listenOnBoth } from './listen.ts';

const states: Readonly<Record<FoundStore['state'], string>> = {
  absent: 'which does not exist yet: a start creates it',
  empty: 'which is empty: a start prepares it',
  ours: 'which is ready to use',
};

const describe = ({ state, steps }: FoundStore): string =>
  steps.length === 0 ? states[state] : `which a start changes first: ${steps.join('; ')}`;

const checkStore = (configuration: Configuration): TE.TaskEither<readonly string[], string> => {
  const store = chosenStore(configuration);
  if (store === undefined) return TE.right('in memory');
  return F.pipe(
    checkChosenStore(store),
    TE.bimap(
      (message) => [message],
      (found) => `${store.title}, ${describe(found)}`,
    ),
  );
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
const checkAddresses = (configuration: Configuration): TE.TaskEither<readonly string[], Addresses> =>
  F.pipe(
    TE.bracket(
      TE.right({ server: createPlaceholder(), admin: createPlaceholder() }),
      (servers) => listenOnBoth(servers, configuration),
      ({ server, admin }) =>
        TE.fromIO(() => {
          for (const { close } of [server, admin]) close();
        }),
    ),
    TE.mapLeft(messagesOf),
  );

/**
 * Takes the steps of `serve`, and creates nothing: it decodes the configuration, looks whether the store can be used, and
 * listens for a moment. The Right says what would run, the Left has messages for the operator.
 */
const checkService = (
  environment: Environment,
  warn: (message: string) => void,
): TE.TaskEither<readonly string[], string> =>
  F.pipe(
    TE.fromEither(F.pipe(decodeConfiguration(environment), E.mapLeft(messagesOf))),
    TE.bindTo('configuration'),
    TE.tapIO(
      ({ configuration }) =>
        () =>
          configurationWarnings(environment, configuration).forEach(warn),
    ),
    TE.bind('store', ({ configuration }) => checkStore(configuration)),
    TE.bind('addresses', ({ configuration }) => checkAddresses(configuration)),
    TE.map(({ configuration: { HOST, PORT }, store, addresses: { metricsUrl = 'off', warning } }) => {
      if (warning !== undefined) warn(warning);
      return [
        'The service can start with this configuration:',
        '',
        `  store    ${store}`,
        `  API      ${HOST}:${PORT}`,
        `  metrics  ${metricsUrl}`,
      ].join('\n');
    }),
  );

/** Prints what a start would run, or why it would fail, with the messages of a start. */
export const check = async (environment: Environment): Promise<void> => {
  const checked = await checkService(environment, (message) => process.stderr.write(`animal-store: ${message}\n`))();
  if (E.isLeft(checked)) reportFailure(...checked.left);
  else await print(`${checked.right}\n`);
};
