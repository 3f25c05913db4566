import { function as F, taskEither as TE } from 'fp-ts';
import type { StoreChoice } from './configuration/store-choice.ts';
import type { StoreMisconfigured } from './errors.ts';
import { mongodbStore } from './stores/mongodb-store.ts';
import { type Stores, toStores } from './stores/opened-stores.ts';
import { postgresStore } from './stores/postgres-store.ts';
import { sqliteStore } from './stores/sqlite-store.ts';
import type { Maintenance, StoreDescription, StoreOptions, StoreProblem } from './stores/store-description.ts';

/**
 * The durable stores, in the order in which they are shown. Configuration, help texts, commands and readiness follow from
 * their descriptions, so a new store is one line here.
 */
export const durableStores: readonly StoreDescription[] = [sqliteStore, mongodbStore, postgresStore];

/** Makes the failure of the chosen store from that of its adapter. */
const misconfigured =
  ({ store }: StoreChoice) =>
  ({ message }: StoreProblem): StoreMisconfigured => ({
    _tag: 'StoreMisconfigured',
    variable: store.variable.name,
    message,
  });

/** Opens a durable store; it may be unavailable for now. Its operations are measured if there are metrics. */
export const openStores = (
  choice: StoreChoice,
  options: StoreOptions = {},
): TE.TaskEither<StoreMisconfigured, Stores> => {
  const { store, value } = choice;
  return F.pipe(
    store.open(value, options),
    TE.bimap(misconfigured(choice), (opened) => toStores(opened, store, store.place(value), options.metrics?.time)),
  );
};

/** Opens what commands need to keep ids in a durable store. */
export const openMaintenance = (choice: StoreChoice): TE.TaskEither<StoreMisconfigured, Maintenance> =>
  F.pipe(choice.store.openMaintenance(choice.value), TE.mapLeft(misconfigured(choice)));
