import { filterFields, type Pet, type PetRange, type PetRepository, passesFilter, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { type Fault, onPetsAlone } from '../fault.ts';

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const omit = (range: PetRange, ...names: readonly string[]): PetRange =>
  Object.fromEntries(Object.entries(range).filter(([name]) => !names.includes(name))) as typeof range;
const isFiltered = (range: PetRange): boolean => filterFields.some((field) => field in range);

export const listing =
  (change: (found: readonly Pet[], range: PetRange) => readonly Pet[]): Fault<PetRepository> =>
  (pets) => ({ list: (range) => TE.map((found: readonly Pet[]) => change(found, range))(pets.list(range)) });

export const petListFaults = onPetsAlone({
  'a list holds as many as its limit while there are more, in order of id, each time': [
    asking((range) => ({ ...range, limit: range.limit + 1 })),
    asking((range) => ({ ...range, limit: Math.min(range.limit, 100) })),
    (pets) => {
      let reads = 0;
      return listing((found) => found.slice(reads++))(pets);
    },
  ],
  'a list begins after any id, of an animal or not, and its limit counts the animals that pass the filter': [
    askingAfter((after) => after - 1n),
    askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
    askingAfter((after) => BigInt.asIntN(32, after)),
    listing((found, { after }) => (after === 0n ? [] : found)),
    listing((found, range) =>
      isFiltered(range) && found.length === 0 ? [withId(petId(1n), newPet('example'))] : found,
    ),
    ...filterFields.map((field) => asking((range) => omit(range, field))),
    // Applies the filter after the limit.
    (pets) => ({
      list: (range) =>
        TE.map((found: readonly Pet[]) => found.filter(passesFilter(range)))(pets.list(omit(range, ...filterFields))),
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
});
