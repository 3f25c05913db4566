import type { Pet } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { createPageWeights, textLengthOf, weightOf } from './page-weights.ts';

it('weighs the texts of each animal, and 64 characters for its other fields', () => {
  const named = (name: string) => ({ id: 1n, name, categoryId: 1n }) as Pet;
  const pages = [[], [named('Rex')], [named('Rex'), named('Ada Lovelace')]];
  expect(pages.map((pets) => weightOf(pets.length, textLengthOf(pets)))).toEqual([0, 67, 143]);
});

it('expects what the last pages weighed: a heavier one counts at once, a lighter one by an eighth', () => {
  const { expected, learn } = createPageWeights();
  const learned = ([pets, weight]: readonly [number, number]): number => {
    learn(pets, weight);
    return expected(10);
  };
  expect(expected(10)).toBe(10_240);
  const pages = [
    [2, 4_000],
    [10, 10_000],
    [0, 0],
    [3, 1_000],
  ] as const;
  expect(pages.map(learned)).toEqual([20_000, 18_750, 18_750, 16_823]);
});
