import { filterFields, type Pet, type PetRange, type PetRepository, passesFilter, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples/pets.ts';
import { rangesOf } from '../../src/samples/ranges.ts';
import { type Fault, omit, onPetsAlone } from '../fault.ts';

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const rangeFields = [...new Set(rangesOf([]).flatMap(Object.keys))];
const withoutFilter = (range: PetRange): PetRange => filterFields.reduce(omit, range);
const isFiltered = (range: PetRange): boolean => filterFields.some((field) => field in range);

export const listing =
  (change: (found: readonly Pet[], range: PetRange) => readonly Pet[]): Fault<PetRepository> =>
  (pets) => ({ list: (range) => TE.map((found: readonly Pet[]) => change(found, range))(pets.list(range)) });

export const petListFaults = onPetsAlone({
  'a list holds as many as its limit while there are more, in order of id, each time': [
    asking((range) => ({ ...range, limit: range.limit + 1 })),
    asking((range) => omit(range, 'limit')),
    asking((range) => ({ ...range, limit: Math.min(range.limit, 100) })),
    (pets) => {
      let reads = 0;
      return listing((found) => found.slice(reads++))(pets);
    },
  ],
  'a list has the animals of its range: after any id, of an animal or not, those that pass the filter, up to its limit':
    [
      askingAfter((after) => after - 1n),
      askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
      askingAfter((after) => BigInt.asIntN(32, after)),
      listing((found, { after }) => (after === 0n ? [] : found)),
      listing((found, range) =>
        isFiltered(range) && found.length === 0 ? [withId(petId(1n), newPet('example'))] : found,
      ),
      // Ignores a field.
      ...rangeFields.filter((field) => field !== 'limit').map((field) => asking((range) => omit(range, field))),
      // Applies the filter after the limit.
      (pets) => ({
        list: (range) =>
          TE.map((found: readonly Pet[]) => found.filter(passesFilter(range)))(pets.list(withoutFilter(range))),
      }),
      asking((range) => (isFiltered(range) ? range : omit(range, 'after'))),
      asking((range) => (isFiltered(range) ? omit(range, 'after') : range)),
      asking((range) => (isFiltered(range) && range.after !== undefined ? { ...range, limit: 1000 } : range)),
    ],
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
