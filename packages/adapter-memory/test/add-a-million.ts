import { decodeNewPet, type PetId, petStatuses } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { createMemoryPetRepository } from '../src/index.ts';

// Run by million.slow.test.ts in a process of its own, with a bound on its heap. Prints the last two animals of a filter.

const pets = createMemoryPetRepository();

for (let n = 1; n <= 1_000_000; n++) {
  const status = petStatuses[n % 4];
  const newPet = decodeNewPet({ name: `animal ${n}`, categoryId: n, ...(status && { status }) });
  if (E.isRight(newPet)) await pets.add(newPet.right)();
}

const listed = await pets.list({ limit: 101, status: 'sold', after: 999_990n as PetId })();
process.stdout.write(E.isRight(listed) ? listed.right.map(({ id, status }) => `${id} ${status}`).join(', ') : 'failed');
