import { option as O, taskEither as TE } from 'fp-ts';
import { coalesced, eager, memoised, onPetsAlone, pause } from '../fault.ts';
import { ignoringKeys, recordingApart } from './pet-idempotency.ts';

export const petWriteFaults = onPetsAlone({
  'an add does nothing before it is run, and does not use its idempotency key': eager('add'),
  'one add of an animal run twice adds two animals': [eager('add'), memoised('add')],
  'a change to the given animal while the add is in flight is kept wholly or not at all': (pets) => ({
    add: (given, used) => async () => {
      const { name, categoryId } = given;
      await pause();
      return pets.add({ ...given, name, categoryId }, used)();
    },
  }),
  'two runs of one operation at once do and return what they do in turn': coalesced('list'),
  'a change to what one of two equal runs at once returned does not reach the other': coalesced('list'),
  'any sequence of operations on animals returns what a plain model returns': [
    ignoringKeys,
    () => ({ find: () => TE.right(O.none) }),
  ],
  'nothing that an operation on animals was given or has returned is shared with the store': [
    recordingApart,
    (pets) => ({
      add: (given, used) =>
        TE.tapIO(
          pets.add(given, used),
          ({ id }) =>
            () =>
              Object.assign(given, { _id: id }),
        ),
    }),
  ],
});
