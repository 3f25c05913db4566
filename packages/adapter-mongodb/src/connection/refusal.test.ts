import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { isLoggedOut, notAuthorized, withoutCommand } from './refusal.ts';

it('is shown without the documents that the server quotes', () => {
  const refusal =
    'not authorized on animal-store to execute command { insert: "pets", documents: [ { name: "s3\n" } ] }';
  expect(withoutCommand(notAuthorized(refusal))).toEqual(
    notAuthorized('not authorized on animal-store to execute command { insert: "pets", … }'),
  );
});

it.each([new MongoServerError({ message: 'of { insert: "pets", x: 1 }', code: 50 }), new Error('x'), 'x'])(
  'leaves another error unchanged: %s',
  (error) => {
    expect(withoutCommand(error)).toBe(error);
  },
);

it('tells a connection that is logged out from a user without the right', () => {
  const errors = [notAuthorized('command find requires authentication'), notAuthorized('not authorized on x')];
  expect(errors.map(isLoggedOut)).toEqual([true, false]);
});
