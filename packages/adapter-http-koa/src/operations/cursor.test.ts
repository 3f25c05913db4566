import { maxInt64, minInt64, type PetFilter, PetId, petStatuses } from '@animal-store/domain';
import * as fc from 'fast-check';
import { option as O } from 'fp-ts';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const filters: readonly PetFilter[] = [{}, ...petStatuses.map((status) => ({ status }))];
const petId = fc.bigInt({ min: minInt64, max: maxInt64 }).filter(PetId.is);
const filter = fc.constantFrom(...filters);

/** Encodes any text like a cursor, to make cursors that the service never made. */
const spell = (text: string): string => Buffer.from(text).toString('base64url');

it('keeps its format, because clients store it', () => {
  expect(encodeCursor(7n as PetId, {})).toBe(spell('1.7.'));
  expect(encodeCursor(maxInt64 as PetId, { status: 'sold' })).toBe(spell('1.9223372036854775807.sold'));
});

it('decodes to the id, for the same filter only', () => {
  fc.assert(
    fc.property(petId, filter, filter, (after, one, other) => {
      expect(decodeCursor(encodeCursor(after, one), other)).toEqual(one === other ? O.some(after) : O.none);
    }),
  );
});

it.each([
  ['nothing', ''],
  ['padding', `${spell('1.12.')}==`],
  ['a line end', `${spell('1.12.')}\n`],
  ['the standard alphabet', Buffer.from('1.-1.?').toString('base64')],
  ['another version', spell('2.7.')],
  ['no version', spell('7.')],
  ['an unknown status', spell('1.7.lost')],
  ['no id', spell('1..')],
  ['a leading zero', spell('1.07.')],
  ['a negative zero', spell('1.-0.')],
  ['a fraction', spell('1.7.5.')],
  ['an id beyond int64', spell('1.9223372036854775808.')],
  ['something before it', spell('x1.7.')],
  ['something after it', spell('1.7. ')],
  ['the text itself', '1.7.'],
])('is refused with %s', (_, cursor) => {
  expect(filters.map((each) => decodeCursor(cursor, each))).toEqual(filters.map(() => O.none));
});
