import { function as F, taskEither as TE } from 'fp-ts';
import type { StoreMisconfigured } from '../errors.ts';
import { type ObservedStore, observeStore } from './observed-store.ts';
import type { Maintenance, OpenOptions, StoreKind, StoreProblem } from './store-kind.ts';

/** The kind of durable store that a variable chooses, and the value of the variable. */
export interface ChosenStore {
  readonly kind: StoreKind;
  readonly value: string;
}

/** Makes the failure of the chosen store from that of its adapter. */
const misconfigured =
  ({ kind }: ChosenStore) =>
  ({ message }: StoreProblem): StoreMisconfigured => ({
    _tag: 'StoreMisconfigured',
    variable: kind.variable.name,
    message,
  });

/** Opens a durable store; it may be unavailable for now. Its operations are measured if there are metrics. */
export const openChosenStore = (
  chosen: ChosenStore,
  options: OpenOptions = {},
): TE.TaskEither<StoreMisconfigured, ObservedStore> => {
  const { kind, value } = chosen;
  return F.pipe(
    kind.open(value, options),
    TE.bimap(misconfigured(chosen), (opened) => observeStore(opened, kind, kind.place(value), options.metrics?.time)),
  );
};

/** Says where a durable store is and whether a start can use it. It creates and changes nothing. */
export const checkChosenStore = (chosen: ChosenStore): TE.TaskEither<StoreMisconfigured, string> => {
  const { kind, value } = chosen;
  return F.pipe(
    kind.check(value),
    TE.bimap(misconfigured(chosen), (state) => `${kind.place(value)}, ${state}`),
  );
};

/** Opens what commands need to keep ids in a durable store. */
export const openMaintenance = (chosen: ChosenStore): TE.TaskEither<StoreMisconfigured, Maintenance> =>
  F.pipe(chosen.kind.openMaintenance(chosen.value), TE.mapLeft(misconfigured(chosen)));
