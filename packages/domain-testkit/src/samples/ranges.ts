import {
  filterEntries,
  type filterFields,
  maxInt64,
  minInt64,
  type PetFilter,
  type PetRange,
} from '@animal-store/domain';
import { eq, function as F, readonlyArray as RA, string as S } from 'fp-ts';
import { petsByField } from './pets.ts';

/** Filters that these animals pass: by no field, by each field, and by all. */
const someFilters: readonly PetFilter[] = F.pipe(
  petsByField.flatMap(([, animals]) => animals.map(filterEntries)),
  RA.chain((entries) => [[], entries, ...entries.map((entry) => [entry])]),
  RA.uniq(eq.contramap(String)(S.Eq)),
  RA.map((entries) => Object.fromEntries(entries)),
);

/** Values of each field of a range that is not a filter, for some ids of animals. The compiler requires all fields. */
const rangeValues = {
  limit: () => [1, 2, 3, 100],
  after: (ids) => [
    ...[undefined, ...ids, (ids.at(-1) ?? 0n) + 2n ** 32n],
    ...[minInt64, -(2n ** 53n), -(2n ** 32n), -1n, 0n, 2n ** 53n, 2n ** 62n, maxInt64],
  ],
} satisfies Record<
  Exclude<keyof PetRange, (typeof filterFields)[number]>,
  (ids: readonly bigint[]) => readonly unknown[]
>;

/** Ranges with each combination of values of their fields, for some ids of animals in ascending order. */
export const rangesOf = (ids: readonly bigint[]): readonly PetRange[] =>
  Object.entries(rangeValues).reduce<readonly object[]>(
    (ranges, [field, valuesFor]) =>
      valuesFor(ids).flatMap((value) =>
        ranges.map((range) => (value === undefined ? range : { ...range, [field]: value })),
      ),
    someFilters,
  ) as readonly PetRange[];
