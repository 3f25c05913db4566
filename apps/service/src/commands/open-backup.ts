import { either as E, type taskEither as TE } from 'fp-ts';
import { anyOf } from '../any-of.ts';
import { chooseStore } from '../configuration/choose-store.ts';
import { durableStores } from '../stores/durable-stores.ts';
import type { Backup } from '../stores/store-kind.ts';

/** The variables of the stores that the program itself copies. */
export const copiedStores: string = anyOf(
  durableStores.flatMap(({ backup, variable }) => (typeof backup === 'function' ? [variable.name] : [])),
);

/**
 * How the store in the environment is copied, and the value of its variable. The Left is a message for the operator, for
 * example with the tools for the purpose.
 */
export const openBackup =
  (environment: NodeJS.ProcessEnv): TE.TaskEither<string, Backup & { readonly value: string }> =>
  async () => {
    const chosen = chooseStore(environment);
    if (E.isLeft(chosen)) return chosen;
    const { kind, value } = chosen.right;
    return typeof kind.backup === 'function'
      ? E.right({ ...(await kind.backup(value)()), value })
      : E.left(kind.backup.toBackUp);
  };
