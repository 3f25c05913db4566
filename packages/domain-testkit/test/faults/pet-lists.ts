import { hasStatus, type Pet, type PetRange, type PetRepository, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { type Fault, onPetsAlone } from '../fault.ts';

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const withoutStatus = ({ status: _, ...range }: PetRange): PetRange => range;
const withoutAfter = ({ after: _, ...range }: PetRange): PetRange => range;

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
  'a list begins after any id, of an animal or not, and its limit counts the animals that have the status': [
    askingAfter((after) => after - 1n),
    askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
    askingAfter((after) => BigInt.asIntN(32, after)),
    listing((found, { after }) => (after === 0n ? [] : found)),
    listing((found, { status }) => (status && found.length === 0 ? [withId(petId(1n), newPet('example'))] : found)),
    asking(withoutStatus),
    // Applies the status after the limit.
    (pets) => ({
      list: (range) =>
        TE.map((found: readonly Pet[]) => found.filter(hasStatus(range.status)))(pets.list(withoutStatus(range))),
    }),
    asking((range) => (range.status === undefined ? withoutAfter(range) : range)),
    asking((range) => (range.status === undefined ? range : withoutAfter(range))),
    asking((range) => (range.status === undefined || range.after === undefined ? range : { ...range, limit: 1000 })),
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
