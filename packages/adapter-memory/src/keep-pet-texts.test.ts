import type { Pet } from '@animal-store/domain';
import { expect, it, vi } from 'vitest';
import { keepPetTexts, type PetText } from './keep-pet-texts.ts';

const named = (name: string): Pet => ({ id: 1n, name, categoryId: 1n }) as Pet;
const nameOf = ({ name }: Pet): PetText => ({ text: name, bytes: name.length });

it('writes a frozen animal once', () => {
  const write = vi.fn(nameOf);
  const textOf = keepPetTexts(write, 1_000);
  const name = 'R'.repeat(1_024);
  const rex = Object.freeze(named(name));
  expect([textOf(rex), textOf(rex), textOf(Object.freeze(named(name)))]).toEqual(
    Array(3).fill({ text: name, bytes: 1_024 }),
  );
  expect(write).toHaveBeenCalledTimes(2);
});

it('writes an animal that is not frozen each time', () => {
  const textOf = keepPetTexts(nameOf, 1_000);
  const pet = named('Rex') as { name: string };
  expect(textOf(pet as Pet)).toEqual({ text: 'Rex', bytes: 3 });
  pet.name = 'Tom';
  expect(textOf(pet as Pet)).toEqual({ text: 'Tom', bytes: 3 });
});

it('keeps the latest texts, up to twice its capacity, except large ones', () => {
  const write = vi.fn(nameOf);
  // Each text counts as its own length and 64 characters more.
  const textOf = keepPetTexts(write, 2 * 65);
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => Object.freeze(named(name))) as [
    Pet,
    Pet,
    Pet,
    Pet,
    Pet,
  ];
  const large = Object.freeze(named('x'.repeat(1_025)));
  const writtenAgain = (pet: Pet): boolean => {
    write.mockClear();
    textOf(pet);
    return write.mock.calls.length > 0;
  };
  for (const pet of [a, b, c, d, large]) textOf(pet);
  expect([writtenAgain(d), writtenAgain(large)]).toEqual([false, true]);
  textOf(e);
  expect([e, d, c, a].map(writtenAgain)).toEqual([false, false, false, true]);
});
