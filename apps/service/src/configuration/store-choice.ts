import { either as E } from 'fp-ts';
import type { InvalidConfiguration, StoreNotChosen } from '../errors.ts';
import type { StoreDescription } from '../stores/store-description.ts';
import { durableStores } from '../stores.ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable } from './secret-files.ts';

/** A durable store, and the value of the variable that chooses it. */
export interface StoreChoice {
  readonly store: StoreDescription;
  readonly value: string;
}

/**
 * Reads which durable store a command uses. It reads only the variables of `stores` and those that name their files, so an invalid
 * variable that does not concern the store does not stop the command. `reason` says why the command needs a store.
 */
export const chooseStore = (
  environment: NodeJS.ProcessEnv,
  reason: string,
  stores: readonly StoreDescription[] = durableStores,
): E.Either<InvalidConfiguration | StoreNotChosen, StoreChoice> => {
  const variables = stores.map(({ variable }) => variable.name);
  const names = variables.flatMap((name) => [name, fileVariable(name)]);
  const decoded = decodeConfiguration(Object.fromEntries(names.map((name) => [name, environment[name]])));
  if (E.isLeft(decoded)) return decoded;
  return E.fromNullable<StoreNotChosen>({ _tag: 'StoreNotChosen', variables, reason })(decoded.right.store);
};
