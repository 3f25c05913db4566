import { filterFields, type Pet, type PetRange, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { rangesOf } from '../../src/samples/ranges.ts';
import { type Fault, omit, onPetsAlone } from '../fault.ts';

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const rangeFields = [...new Set(rangesOf([]).flatMap(Object.keys))];
const isFiltered = (range: PetRange): boolean => filterFields.some((field) => field in range);

export const petListFaults = onPetsAlone({
  'a list holds as many as its limit while there are more, in order of id, each time': asking((range) => ({
    ...range,
    limit: Math.min(range.limit, 100),
  })),
  // Ignores a field.
  'a list has the animals of its range: after any id, of an animal or not, those that pass the filter, up to its limit':
    rangeFields.filter((field) => field !== 'limit').map((field) => asking((range) => omit(range, field))),
  // A walk sees what was there when it began.
  'a walk from page to page sees each animal once, in order, while others are added': ({ list }) => {
    let begun: readonly Pet[] = [];
    const isBegun = (pet: Pet): boolean => begun.some(({ id }) => id === pet.id);
    return {
      list: (range) => async () => {
        if (range.after === undefined) begun = E.getOrElseW(() => [])(await list({ limit: 1000 })());
        return E.map((page: readonly Pet[]) => page.filter(isBegun))(await list(range)());
      },
    };
  },
  // Continues by a filter behind the animal that it has read to learn whether there are more.
  'a walk by any range has what one list of that range has, in its order': ({ list }) => {
    let last: bigint | undefined;
    return {
      list: (range) => async () => {
        const isNext = isFiltered(range) && range.after !== undefined && range.after === last;
        const outcome = await list(isNext ? { ...range, limit: range.limit + 1 } : range)();
        const page = E.map((found: readonly Pet[]) => (isNext ? found.slice(1) : found))(outcome);
        last = isFiltered(range) && E.isRight(page) ? page.right.at(-1)?.id : undefined;
        return page;
      },
    };
  },
});
