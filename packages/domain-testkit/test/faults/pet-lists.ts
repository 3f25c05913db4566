import { hasStatus, type Pet, type PetRange, type PetRepository, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { eager, type Fault, memoised } from '../fault.ts';

const everything: PetRange = { limit: 1000 };

const asking =
  (change: (range: PetRange) => PetRange) =>
  (pets: PetRepository): PetRepository => ({ ...pets, list: (range) => pets.list(change(range)) });

const askingAfter = (change: (after: bigint) => bigint) =>
  asking((range) => (range.after === undefined ? range : { ...range, after: petId(change(range.after)) }));

const answering =
  (asked: (range: PetRange) => PetRange, change: (found: readonly Pet[], range: PetRange) => readonly Pet[]) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    list: (range) => TE.map((found: readonly Pet[]) => change(found, range))(pets.list(asked(range))),
  });

const withoutStatus = ({ status: _, ...range }: PetRange): PetRange => range;

export const petListFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'an empty store shows an example',
    breaks: answering(
      (range) => range,
      (found) => (found.length === 0 ? [withId(petId(1n), newPet('example'))] : found),
    ),
    caughtBy: ['an empty store lists nothing, with and without a status'],
  },
  {
    name: 'a list descends',
    breaks: answering(
      (range) => range,
      (found) => found.toReversed(),
    ),
    caughtBy: ['a list is in ascending order of id'],
  },
  {
    name: 'a list is in order of its ids as text',
    breaks: answering(
      (range) => range,
      (found) => found.toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1)),
    ),
    caughtBy: ['a list is in ascending order of id'],
  },
  {
    name: 'a list holds the last animals instead of the first',
    breaks: answering(
      (range) => ({ ...range, limit: 1000 }),
      (found, { limit }) => found.slice(-limit),
    ),
    caughtBy: ['a list holds exactly as many as its limit while there are more, and the first of them'],
  },
  {
    name: 'a list holds one more than its limit',
    breaks: asking((range) => ({ ...range, limit: range.limit + 1 })),
    caughtBy: ['a list holds exactly as many as its limit while there are more, and the first of them'],
  },
  {
    name: 'a list holds at most 100',
    breaks: asking((range) => ({ ...range, limit: Math.min(range.limit, 100) })),
    caughtBy: ['a list holds exactly as many as its limit while there are more, and the first of them'],
  },
  {
    name: 'a list leaves out the last animal of the store',
    breaks: answering(
      () => everything,
      (found, { limit, status, after }) =>
        found
          .slice(0, -1)
          .filter(hasStatus(status))
          .filter(({ id }) => after === undefined || id > after)
          .slice(0, limit),
    ),
    caughtBy: ['a list holds every animal when there are no more than its limit'],
  },
  {
    name: 'after includes the animal itself',
    breaks: askingAfter((after) => after - 1n),
    caughtBy: [
      'a list after an id begins with the next animal, not with that one',
      'a walk with pages of any size sees each animal once, in order',
    ],
  },
  {
    name: 'after skips one animal too many',
    breaks: askingAfter((after) => after + 1n),
    caughtBy: ['a list after an id begins with the next animal, not with that one'],
  },
  {
    name: 'after loses its sign',
    breaks: askingAfter((after) => (after < 0n ? BigInt.asIntN(64, -after) : after)),
    caughtBy: ['a list after an id below all is the whole list'],
  },
  {
    name: 'after 0 is an empty list',
    breaks: answering(
      (range) => range,
      (found, { after }) => (after === 0n ? [] : found),
    ),
    caughtBy: ['a list after an id below all is the whole list'],
  },
  {
    name: 'after is read in 32 bits',
    breaks: askingAfter((after) => BigInt.asIntN(32, after)),
    caughtBy: ['a list after an id above all is empty'],
  },
  {
    name: 'an after above all begins again from the first animal',
    breaks: (pets) => ({
      ...pets,
      list: (range) =>
        TE.chain((found: readonly Pet[]) => (found.length === 0 ? pets.list({ limit: range.limit }) : TE.right(found)))(
          pets.list(range),
        ),
    }),
    caughtBy: ['a list after an id above all is empty'],
  },
  {
    name: 'the status filter is ignored',
    breaks: asking(withoutStatus),
    caughtBy: ['a list of a status holds exactly the animals of that status'],
  },
  {
    name: 'an animal without a status passes every filter',
    breaks: answering(withoutStatus, (found, { status }) =>
      found.filter((pet) => pet.status === undefined || hasStatus(status)(pet)),
    ),
    caughtBy: ['an animal without a status is in no list of a status'],
  },
  {
    name: 'the status filter is applied after the limit',
    breaks: answering(withoutStatus, (found, { status }) => found.filter(hasStatus(status))),
    caughtBy: [
      'the limit of a list of a status counts only animals of that status',
      'a walk through one status sees each animal of it once, in order',
    ],
  },
  {
    name: 'after is ignored when there is a status',
    breaks: asking(({ after, ...range }) =>
      after === undefined || range.status !== undefined ? range : { ...range, after },
    ),
    caughtBy: ['status, after and limit hold together'],
  },
  {
    name: 'the limit is ignored when there is a status and an after',
    breaks: asking((range) =>
      range.status === undefined || range.after === undefined ? range : { ...range, limit: 1000 },
    ),
    caughtBy: ['status, after and limit hold together'],
  },
  {
    name: 'a page after the first is read from what was there at the first',
    breaks: (pets) => {
      let before: readonly Pet[] = [];
      return {
        ...pets,
        list: (range) => async () => {
          if (range.after === undefined) before = await TE.getOrElse(() => async () => before)(pets.list(everything))();
          const ids = new Set(before.map(({ id }) => id));
          return E.map((found: readonly Pet[]) => found.filter(({ id }) => ids.has(id)))(await pets.list(range)());
        },
      };
    },
    caughtBy: ['a walk sees each animal once, in order, while others are added'],
  },
  {
    name: 'an animal that was found is listed no more',
    breaks: (pets) => {
      const gone = new Set<bigint>();
      return {
        ...pets,
        find: (id) => async () => {
          gone.add(id);
          return pets.find(id)();
        },
        list: (range) => TE.map((found: readonly Pet[]) => found.filter(({ id }) => !gone.has(id)))(pets.list(range)),
      };
    },
    caughtBy: ['reading changes nothing: the same list read twice is the same'],
  },
  {
    name: 'a list is read when it is made',
    breaks: (pets) => ({ ...pets, list: (range) => eager(pets.list(range)) }),
    caughtBy: ['a list of animals reads when it is run, and each time anew'],
  },
  {
    name: 'a list is read only the first time',
    breaks: (pets) => ({ ...pets, list: (range) => memoised(pets.list(range)) }),
    caughtBy: ['a list of animals reads when it is run, and each time anew'],
  },
];
