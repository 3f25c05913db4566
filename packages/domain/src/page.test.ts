import { valid } from '@animal-store/testkit/valid';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { PageLimit, passesFilter } from './page.ts';
import { Pet, petStatuses } from './pet.ts';
import { reasonsOf } from './violation.ts';

it.each([1, 20, 100])('takes the limit %i', (limit) => {
  expect(PageLimit.decode(limit)).toEqual(E.right(limit));
});

it.each([0, 101, 1.5, Number.NaN, 20n, '20', null])('refuses limit %#', (limit) => {
  expect(E.mapLeft(reasonsOf)(PageLimit.decode(limit))).toEqual(E.left('must be an integer between 1 and 100'));
});

it('every animal passes an empty filter, and one of a status those that have it', () => {
  const statuses = [undefined, ...petStatuses];
  const pets = statuses.map((status, index) => valid(Pet)({ id: BigInt(index), name: 'Rex', categoryId: 7n, status }));
  const filters = [{}, ...petStatuses.map((status) => ({ status }))];
  const passing = filters.map((filter) => pets.filter(passesFilter(filter)).map(({ status }) => status));
  expect(passing).toEqual([statuses, ['available'], ['pending'], ['sold']]);
});
