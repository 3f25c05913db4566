import { NewPet, PageLimit, PetId } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { known } from '../src/index.ts';

it('returns the value', () => {
  expect(known(PetId)(7)).toBe(7n);
  expect(known(NewPet)({ name: 'Rex', categoryId: 1, tag: 'x' })).toStrictEqual({ name: 'Rex', categoryId: 1n });
});

it.each([
  [PageLimit, 101, 'This is no PageLimit: must be an integer between 1 and 100'],
  [NewPet, { name: 7 }, 'This is no NewPet: name must be a string; categoryId is required'],
] as const)('refuses what is none, with the codec and the rule', (codec, input, message) => {
  expect(() => known<unknown>(codec)(input)).toThrow(new TypeError(message));
});
