import { either as E, type taskEither as TE } from 'fp-ts';
import type { DurableStore, StoreMisconfigured } from './store.ts';

/**
 * Opens a store by its first ping. It succeeds even while the store is unavailable: operations fail with `RepositoryUnavailable`
 * until it responds. It closes the store and fails if `misconfigurationOf` tells from the cause that waiting does not help.
 */
export const openOrRefuse =
  (
    store: DurableStore,
    misconfigurationOf: (cause: unknown) => StoreMisconfigured | undefined,
  ): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    const first = await store.ping();
    const misconfigured = E.isLeft(first) ? misconfigurationOf(first.left.cause) : undefined;
    if (misconfigured === undefined) return E.right(store);
    await store.close();
    return E.left(misconfigured);
  };
