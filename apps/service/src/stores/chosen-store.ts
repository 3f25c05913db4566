import { function as F, taskEither as TE } from 'fp-ts';
import type { Registry } from 'prom-client';
import { type Configuration, decodeConfiguration, type Environment } from '../configuration/configuration.ts';
import { storeVariables } from '../configuration/variables.ts';
import { messagesOf, reasonOf, type StoreMisconfigured } from '../errors.ts';
import { storeKinds } from './kinds.ts';
import type { DurableStore, StoreKind, StoreState } from './store.ts';

/** The durable store that a variable chooses. */
export interface ChosenStore extends Pick<StoreKind, 'name' | 'title'> {
  readonly variable: (typeof storeVariables)[number];
  /** The value of the variable, which may be a secret. */
  readonly value: string;
}

/** The durable store of a configuration; undefined if the animals are in memory. */
export const chosenStore = (configuration: Configuration): ChosenStore | undefined => {
  const variable = storeVariables.find((name) => configuration[name] !== undefined);
  const value = variable && configuration[variable];
  if (variable === undefined || value === undefined) return undefined;
  const { name, title } = storeKinds[variable];
  return { variable, value, name, title };
};

/** Opens a durable store; it may be unavailable for now. */
export const openChosenStore = (
  { variable, value }: ChosenStore,
  registry?: Registry,
): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  F.pipe(
    storeKinds[variable].open(value, registry),
    TE.mapLeft(({ message }) => ({ _tag: 'StoreMisconfigured', message: `${variable}: ${message}` })),
  );

/** The state of a durable store, if a start can use it. It changes nothing. */
export const checkChosenStore = ({ variable, value, title }: ChosenStore): TE.TaskEither<string, StoreState> =>
  F.pipe(
    storeKinds[variable].check(value),
    TE.mapLeft((failure) =>
      'cause' in failure ? `${title} is unavailable: ${reasonOf(failure.cause)}` : `${variable}: ${failure.message}`,
    ),
  );

/**
 * Opens the durable store of a command. One that does not exist or is empty is refused, because its variable is most likely
 * misspelt, unless the command `mayCreate` it. The Left is a message for the operator.
 */
export const openForCommand = (
  environment: Environment,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): TE.TaskEither<string, ChosenStore & DurableStore> =>
  F.pipe(
    TE.fromEither(decodeConfiguration(environment, storeVariables)),
    TE.mapLeft((invalid) => messagesOf(invalid).join('; ')),
    TE.chainNullableK(`no store is chosen: set ${storeVariables.join(', ')}; a store in memory ends with its process`)(
      chosenStore,
    ),
    TE.chainFirst((chosen) =>
      F.pipe(
        mayCreate ? TE.right<string, StoreState>('ours') : checkChosenStore(chosen),
        TE.filterOrElse(
          (state) => state === 'ours',
          (state) => `${chosen.variable}: ${chosen.title} ${state === 'absent' ? 'does not exist' : 'is empty'}`,
        ),
      ),
    ),
    TE.chain((chosen) =>
      F.pipe(
        openChosenStore(chosen),
        TE.bimap(
          ({ message }) => message,
          (store) => ({ ...chosen, ...store }),
        ),
      ),
    ),
  );
