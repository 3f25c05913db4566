import { maxInt64, minInt64, PetId, type PetStatus, petStatuses } from '@animal-store/domain';
import * as fc from 'fast-check';
import { option as O } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const filters: readonly (PetStatus | undefined)[] = [undefined, ...petStatuses];
const petId = fc.bigInt({ min: minInt64, max: maxInt64 }).filter(PetId.is);
const filter = fc.constantFrom(...filters);

/** Encodes any text like a cursor, to make cursors that the service never made. */
const spell = (text: string): string => Buffer.from(text).toString('base64url');

describe('cursor', () => {
  it('keeps its format, because clients store it', () => {
    expect(encodeCursor(7n as PetId, undefined)).toBe(spell('1.7.'));
    expect(encodeCursor(maxInt64 as PetId, 'sold')).toBe(spell('1.9223372036854775807.sold'));
  });

  it('decodes to the id, for the same filter only', () => {
    fc.assert(
      fc.property(petId, filter, filter, (after, status, other) => {
        expect(decodeCursor(encodeCursor(after, status), other)).toEqual(status === other ? O.some(after) : O.none);
      }),
    );
  });

  it('needs no escaping in a query', () => {
    fc.assert(
      fc.property(petId, filter, (after, status) => {
        expect(encodeCursor(after, status)).toMatch(/^[A-Za-z0-9_-]{6,50}$/);
      }),
    );
  });

  it('is refused when a part is missing or anything is added', () => {
    fc.assert(
      fc.property(petId, filter, fc.nat(), fc.string({ minLength: 1 }), (after, status, cut, added) => {
        const cursor = encodeCursor(after, status);
        const length = cut % cursor.length;
        expect(decodeCursor(cursor.slice(0, length), status)).toEqual(O.none);
        expect(decodeCursor(cursor.slice(0, length) + added + cursor.slice(length), status)).not.toEqual(O.some(after));
        expect(decodeCursor(cursor + added, status)).toEqual(O.none);
      }),
    );
  });

  it('has exactly one spelling', () => {
    const changed = fc
      .tuple(petId, filter, fc.nat(), fc.constantFrom(...'AMZgz09-_+/=. é'))
      .map(([after, status, at, character]) => {
        const cursor = encodeCursor(after, status);
        const index = at % cursor.length;
        return cursor.slice(0, index) + character + cursor.slice(index + 1);
      });
    fc.assert(
      fc.property(fc.oneof(changed, fc.string(), fc.base64String()), filter, (text, status) => {
        const after = decodeCursor(text, status);
        if (O.isSome(after)) expect(encodeCursor(after.value, status)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['padding', `${spell('1.12.')}==`],
    ['white space before', ` ${spell('1.12.')}`],
    ['a line end', `${spell('1.12.')}\n`],
    ['the standard alphabet', Buffer.from('1.-1.?').toString('base64')],
    ['another version', spell('2.7.')],
    ['no version', spell('7.')],
    ['a longer version', spell('11.7.')],
    ['an unknown status', spell('1.7.lost')],
    ['a status in capitals', spell('1.7.SOLD')],
    ['no id', spell('1..')],
    ['a leading zero', spell('1.07.')],
    ['a negative zero', spell('1.-0.')],
    ['a plus sign', spell('1.+7.')],
    ['a fraction', spell('1.7.5.')],
    ['an id beyond int64', spell('1.9223372036854775808.')],
    ['an id far beyond int64', spell(`1.${'9'.repeat(5_000)}.`)],
    ['something after it', spell('1.7. ')],
    ['digits of another script', spell('1.٧.')],
    ['the text itself', '1.7.'],
  ])('is refused with %s', (_, cursor) => {
    expect(filters.map((status) => decodeCursor(cursor, status))).toEqual(filters.map(() => O.none));
  });
});
