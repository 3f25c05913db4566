import { inspect } from 'node:util';
import type { Pet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { PetRepositoryFixture } from './fixtures.ts';

const firstPet = async ({ pets }: PetRepositoryFixture): Promise<Pet | undefined> => {
  try {
    const listed = await pets.list({ limit: 1 })();
    return E.isRight(listed) ? listed.right[0] : undefined;
  } catch {
    // The laws report the errors of a repository.
    return undefined;
  }
};

/**
 * Throws if `fresh` does not return a fixture with an empty repository, because most laws would fail then, for different
 * reasons. A test that Node.js runs directly is not checked by a compiler.
 */
export const checkStart = async (fresh: () => Promise<PetRepositoryFixture>): Promise<void> => {
  const fixture = await fresh();
  const missing = (['pets', 'replace', 'remove'] as const).filter((name) => !fixture[name]);
  if (missing.length > 0)
    throw new TypeError(`fresh must give pets, replace and remove; missing: ${missing.join(', ')}`);
  const pet = await firstPet(fixture);
  if (pet !== undefined) throw new Error(`fresh must give an empty repository, and this one has ${inspect(pet)}`);
};
