import { either as E } from 'fp-ts';
import { messageOf } from '../errors.ts';
import type { ChosenStore } from '../stores/chosen-store.ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable } from './secret-files.ts';
import { storeVariables } from './variables.ts';
import { anyStoreVariable } from './variables-text.ts';

const names = storeVariables.flatMap((name) => [name, fileVariable(name)]);

/**
 * Reads which durable store a command uses. It reads only the variables of stores and those that name their files, so an invalid
 * variable that does not concern the store does not stop the command. `reason` says why the command needs a store. The Left
 * is a message for the operator.
 */
export const chooseStore = (
  environment: NodeJS.ProcessEnv,
  reason = 'animals in memory are lost with their process',
): E.Either<string, ChosenStore> => {
  const decoded = decodeConfiguration(Object.fromEntries(names.map((name) => [name, environment[name]])));
  if (E.isLeft(decoded)) return E.left(messageOf(decoded.left));
  return E.fromNullable(`${anyStoreVariable} must be set: ${reason}`)(decoded.right.store);
};
