import { either as E, function as F } from 'fp-ts';
import type { InvalidConfiguration, StoreNotChosen } from '../errors.ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable } from './secret-files.ts';
import { type StoreVariable, storeVariableNames } from './store-variables.ts';
import type { Configuration } from './variables.ts';

/** The variable that chooses a durable store, and its value. */
export interface StoreChoice {
  readonly variable: StoreVariable;
  readonly value: string;
}

/** The durable store that a configuration chooses; if there is none, the animals are kept in memory. */
export const storeChoiceOf = (configuration: Configuration): StoreChoice | undefined => {
  for (const variable of storeVariableNames) {
    const value = configuration[variable];
    if (value !== undefined) return { variable, value };
  }
  return undefined;
};

/**
 * Reads which durable store a command uses. It reads only `variables` and those that name their files, so an invalid
 * variable that does not concern the store does not stop the command. `reason` says why the command needs a store.
 */
export const chooseStore = (
  environment: NodeJS.ProcessEnv,
  reason: string,
  variables: readonly StoreVariable[] = storeVariableNames,
): E.Either<InvalidConfiguration | StoreNotChosen, StoreChoice> => {
  const names = variables.flatMap((name) => [name, fileVariable(name)]);
  return F.pipe(
    decodeConfiguration(Object.fromEntries(names.map((name) => [name, environment[name]]))),
    E.map(storeChoiceOf),
    E.chainW(E.fromNullable<StoreNotChosen>({ _tag: 'StoreNotChosen', variables, reason })),
  );
};
