import { hasStatus, type Pet, type PetRange, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { eager, type Fault, memoised, onPetsAlone } from '../fault.ts';

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const includingAfter = askingAfter((after) => after - 1n);

const withoutStatus = ({ status: _, ...range }: PetRange): PetRange => range;

const listing =
  (change: (found: readonly Pet[], range: PetRange) => readonly Pet[]): Fault<PetRepository> =>
  (pets) => ({ list: (range) => TE.map((found: readonly Pet[]) => change(found, range))(pets.list(range)) });

/** Applies the status filter after the limit. */
const filteringLate: Fault<PetRepository> = (pets) => ({
  list: (range) =>
    TE.map((found: readonly Pet[]) => found.filter(hasStatus(range.status)))(pets.list(withoutStatus(range))),
});

export const petListFaults = onPetsAlone({
  'an empty store lists and finds no animal': [
    listing((found, { status }) => (status && found.length === 0 ? [withId(petId(1n), newPet('example'))] : found)),
    (pets) => ({ find: (id) => TE.map(O.alt(() => O.some(withId(id, newPet('made up')))))(pets.find(id)) }),
  ],
  'a list holds exactly as many as its limit while there are more, and the first of them': [
    asking((range) => ({ ...range, limit: range.limit + 1 })),
    asking((range) => ({ ...range, limit: Math.min(range.limit, 100) })),
    asking(({ limit, ...range }) => ({ ...range, limit, after: petId(1n) })),
  ],
  'a list with a limit for all holds every animal in order of id, each time it is read': [
    listing((found) => found.toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1))),
    listing((found, { limit }) => (found.length < limit ? found.slice(0, -1) : found)),
    (pets) => {
      let reads = 0;
      return listing((found) => found.slice(reads++))(pets);
    },
  ],
  'a list after an id begins with the next animal, not with that one': includingAfter,
  'a list after an id below all is the whole list': [
    askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
    listing((found, { after }) => (after === 0n ? [] : found)),
  ],
  'a list after an id above all is empty': askingAfter((after) => BigInt.asIntN(32, after)),
  'a list of a status holds exactly the animals of that status': asking(withoutStatus),
  'status, after and limit hold together: the limit counts the animals that pass': [
    filteringLate,
    asking(({ after, ...range }) => (after === undefined || range.status !== undefined ? range : { ...range, after })),
    asking((range) => (range.status === undefined || range.after === undefined ? range : { ...range, limit: 1000 })),
  ],
  'a walk with pages of any size, also of one status, sees each animal once, in order': [includingAfter, filteringLate],
  // A walk sees what was there when it began.
  'a walk sees each animal once, in order, while others are added': (pets) => {
    let before: readonly Pet[] = [];
    return {
      list: (range) => async () => {
        if (range.after === undefined) before = E.getOrElse(() => before)(await pets.list({ limit: 1000 })());
        const ids = new Set(before.map(({ id }) => id));
        return E.map((found: readonly Pet[]) => found.filter(({ id }) => ids.has(id)))(await pets.list(range)());
      },
    };
  },
  'a list of animals reads when it is run, and each time anew': [eager('list'), memoised('list')],
  'a find of an animal reads when it is run, and each time anew': [eager('find'), memoised('find')],
});
