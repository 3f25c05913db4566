import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { PetStatus, petStatuses } from './pet-status.ts';

describe('PetStatus', () => {
  it.each(petStatuses)('takes %s', (status) => {
    expect(PetStatus.decode(status)).toEqual(E.right(status));
    expect(PetStatus.is(status)).toBe(true);
    expect(PetStatus.encode(status)).toBe(status);
  });

  it.each(['', 'SOLD', ' sold', 'sold\0', 'unknown', 0, null, true, ['sold'], {}, Object('sold')])(
    'refuses %j',
    (value) => {
      expect(violationsOf(PetStatus, value)).toEqual([
        { path: '', message: 'must be one of available, pending, sold' },
      ]);
      expect(PetStatus.is(value)).toBe(false);
    },
  );
});
