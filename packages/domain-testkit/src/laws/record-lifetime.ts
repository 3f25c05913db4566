import { eventually } from '../core/eventually.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import type { RecordLifetimeFixture } from '../fixtures.ts';
import { idempotency, newPet } from '../samples.ts';

const rex = newPet('Rex');
const used = idempotency('old');

export const recordLifetimeLaws: readonly Law<RecordLifetimeFixture>[] = [
  lawOnEmpty('a record of a creation holds for its whole lifetime', async ({ pets, age }) => {
    const first = await succeed(pets.add(rex, used));
    await age(23);
    for (const n of [1, 2, 3]) await succeed(pets.add(newPet('Pip'), idempotency(`new-${n}`)));
    await succeedWith(pets.add(rex, used), first);
  }),
  lawOnEmpty('a record of a creation is removed after its lifetime', async ({ pets, age, removesWithinMS }) => {
    const first = await succeed(pets.add(rex, used));
    await age(25);
    await eventually(removesWithinMS, 'the record is removed', async () => {
      await succeed(pets.add(newPet('Pip'), idempotency(`new-${performance.now()}`)));
      return (await succeed(pets.add(rex, used))).id !== first.id;
    });
  }),
];
