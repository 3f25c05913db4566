import { hasStatus, type Pet, type PetRange, type PetRepository, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { eager, memoised, seed } from '../fault.ts';

const everything: PetRange = { limit: 1000 };

const asking =
  (change: (range: PetRange) => PetRange) =>
  (pets: PetRepository): PetRepository => ({ ...pets, list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const listing =
  (changeRange: (range: PetRange) => PetRange, change: (found: readonly Pet[], range: PetRange) => readonly Pet[]) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    list: (range) => TE.map((found: readonly Pet[]) => change(found, range))(pets.list(changeRange(range))),
  });

const withoutStatus = ({ status: _, ...range }: PetRange): PetRange => range;

export const petListFaults = seed('a PetRepository', {
  'an empty store shows an example': [
    listing(
      (range) => range,
      (found) => (found.length === 0 ? [withId(petId(1n), newPet('example'))] : found),
    ),
    'an empty store lists nothing, with and without a status',
  ],
  'a list is in order of its ids as text': [
    listing(
      (range) => range,
      (found) => found.toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1)),
    ),
    'a list is in ascending order of id',
  ],
  'a list holds the last animals instead of the first': [
    listing(
      (range) => ({ ...range, limit: 1000 }),
      (found, { limit }) => found.slice(-limit),
    ),
    'a list holds exactly as many as its limit while there are more, and the first of them',
  ],
  'a list holds one more than its limit': [
    asking((range) => ({ ...range, limit: range.limit + 1 })),
    'a list holds exactly as many as its limit while there are more, and the first of them',
  ],
  'a list holds at most 100': [
    asking((range) => ({ ...range, limit: Math.min(range.limit, 100) })),
    'a list holds exactly as many as its limit while there are more, and the first of them',
  ],
  'a list leaves out the last animal of the store': [
    listing(
      () => everything,
      (found, { limit, status, after }) =>
        found
          .slice(0, -1)
          .filter(hasStatus(status))
          .filter(({ id }) => after === undefined || id > after)
          .slice(0, limit),
    ),
    'a list holds every animal when there are no more than its limit',
  ],
  'after includes the animal itself': [
    askingAfter((after) => after - 1n),
    'a list after an id begins with the next animal, not with that one',
    'a walk with pages of any size sees each animal once, in order',
  ],
  'after loses its sign': [
    askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
    'a list after an id below all is the whole list',
  ],
  'after 0 is an empty list': [
    listing(
      (range) => range,
      (found, { after }) => (after === 0n ? [] : found),
    ),
    'a list after an id below all is the whole list',
  ],
  'after is read in 32 bits': [
    askingAfter((after) => BigInt.asIntN(32, after)),
    'a list after an id above all is empty',
  ],
  'an after above all begins again from the first animal': [
    (pets) => ({
      list: (range) =>
        TE.chain((found: readonly Pet[]) => (found.length === 0 ? pets.list({ limit: range.limit }) : TE.right(found)))(
          pets.list(range),
        ),
    }),
    'a list after an id above all is empty',
  ],
  'the status filter is ignored': [
    asking(withoutStatus),
    'a list of a status holds exactly the animals of that status',
  ],
  'an animal without a status passes every filter': [
    listing(withoutStatus, (found, { status }) =>
      found.filter((pet) => pet.status === undefined || hasStatus(status)(pet)),
    ),
    'an animal without a status is in no list of a status',
  ],
  'the status filter is applied after the limit': [
    listing(withoutStatus, (found, { status }) => found.filter(hasStatus(status))),
    'the limit of a list of a status counts only animals of that status',
    'a walk through one status sees each animal of it once, in order',
  ],
  'after is ignored when there is a status': [
    asking(({ after, ...range }) => (after === undefined || range.status !== undefined ? range : { ...range, after })),
    'status, after and limit hold together',
  ],
  'the limit is ignored when there is a status and an after': [
    asking((range) => (range.status === undefined || range.after === undefined ? range : { ...range, limit: 1000 })),
    'status, after and limit hold together',
  ],
  'a page after the first is read from what was there at the first': [
    (pets) => {
      let before: readonly Pet[] = [];
      return {
        list: (range) => async () => {
          if (range.after === undefined) before = await TE.getOrElse(() => async () => before)(pets.list(everything))();
          const ids = new Set(before.map(({ id }) => id));
          return E.map((found: readonly Pet[]) => found.filter(({ id }) => ids.has(id)))(await pets.list(range)());
        },
      };
    },
    'a walk sees each animal once, in order, while others are added',
  ],
  'an animal that was found is listed no more': [
    (pets) => {
      const gone = new Set<bigint>();
      return {
        find: (id) => async () => {
          gone.add(id);
          return pets.find(id)();
        },
        list: (range) => TE.map((found: readonly Pet[]) => found.filter(({ id }) => !gone.has(id)))(pets.list(range)),
      };
    },
    'reading changes nothing: the same list read twice is the same',
  ],
  'a find reads when it is made': [eager('find'), 'a find of an animal reads when it is run, and each time anew'],
  'a find reads only the first time': [
    memoised('find'),
    'a find of an animal reads when it is run, and each time anew',
  ],
  'a list is read when it is made': [eager('list'), 'a list of animals reads when it is run, and each time anew'],
  'a list is read only the first time': [
    memoised('list'),
    'a list of animals reads when it is run, and each time anew',
  ],
});
