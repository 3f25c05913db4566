import { either as E } from 'fp-ts';
import type { InvalidConfiguration, StoreNotChosen } from '../errors.ts';
import type { ChosenStore } from '../stores/chosen-store.ts';
import { durableStores } from '../stores/durable-stores.ts';
import type { StoreKind } from '../stores/store-kind.ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable } from './secret-files.ts';

/**
 * Reads which durable store a command uses. It reads only the variables of `kinds` and those that name their files, so an invalid
 * variable that does not concern the store does not stop the command. `reason` says why the command needs a store.
 */
export const chooseStore = (
  environment: NodeJS.ProcessEnv,
  reason: string,
  kinds: readonly StoreKind[] = durableStores,
): E.Either<InvalidConfiguration | StoreNotChosen, ChosenStore> => {
  const variables = kinds.map(({ variable }) => variable.name);
  const names = variables.flatMap((name) => [name, fileVariable(name)]);
  const decoded = decodeConfiguration(Object.fromEntries(names.map((name) => [name, environment[name]])));
  if (E.isLeft(decoded)) return decoded;
  return E.fromNullable<StoreNotChosen>({ _tag: 'StoreNotChosen', variables, reason })(decoded.right.store);
};
