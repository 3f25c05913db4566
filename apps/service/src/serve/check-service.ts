import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { configurationWarnings, decodeConfiguration, type Environment } from '../configuration/configuration.ts';
import { messagesOf } from '../errors.ts';
import { checkChosenStore, chosenStore, type StoreState } from '../stores/chosen-store.ts';

import { defaultAdminPort } from './life-cycle.ts';

const states: Readonly<Record<StoreState, string>> = {
  absent: 'which does not exist yet: a start creates it',
  empty: 'which is empty: a start prepares it',
  ours: 'which is ready to use',
};

/**
 * Checks what `serve` would run, and creates nothing: it decodes the configuration, and looks whether the store can be used.
 * The Right says what would run, the Left has messages for the operator.
 */
export const checkService = (environment: Environment, warn: (message: string) => void) =>
  F.pipe(
    TE.fromEither(F.pipe(decodeConfiguration(environment), E.mapLeft(messagesOf))),
    TE.bindTo('configuration'),
    TE.bind('store', ({ configuration }): TE.TaskEither<readonly string[], string> => {
      const store = chosenStore(configuration);
      if (store === undefined) return TE.right('in memory');
      return F.pipe(
        checkChosenStore(store),
        TE.bimap(
          (message) => [message],
          (state) => `${store.title}, ${states[state]}`,
        ),
      );
    }),
    TE.map(({ configuration, store }) => {
      const { HOST, PORT, ADMIN_HOST, ADMIN_PORT = defaultAdminPort } = configuration;
      for (const warning of configurationWarnings(environment, configuration)) warn(warning);
      return [
        'The service can start with this configuration:',
        '',
        `  store    ${store}`,
        `  API      ${HOST}:${PORT}`,
        `  metrics  ${ADMIN_PORT === 0 ? 'off' : `${ADMIN_HOST}:${ADMIN_PORT}`}`,
      ].join('\n');
    }),
  );
