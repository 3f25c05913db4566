import { Pet } from '@animal-store/domain';
import { known, petMaintenanceContract } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { afterEach, expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { newPet } from './mongodb/samples.ts';

describeOnMongodb('Maintenance of animals on MongoDB', (database) => {
  let databases = 0;
  const closes: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  const openEmpty = async () => {
    const uri = database.uri.replace(database.name, `${database.name}-${databases++}`);
    const { maintenance, close } = await connect(uri);
    closes.push(close);
    const openPets = async () => {
      const store = await connect(uri);
      closes.push(store.close);
      return store.pets;
    };
    return { maintenance, openPets };
  };

  for (const { name, check } of petMaintenanceContract) it(name, () => check(openEmpty));

  // A store that starts later raises the counter by itself.
  it('raises the counter for stores that run', async () => {
    const { maintenance, openPets } = await openEmpty();
    const pets = await openPets();
    expect(await maintenance.insertWithId(known(Pet)({ id: 4_000n, name: 'Rex', categoryId: 1n }))()).toEqual(
      E.right('inserted'),
    );
    const added = await pets.add(newPet({ name: 'Tom', categoryId: 1n }))();
    expect(E.isRight(added) && added.right.pet.id > 4_000n).toBe(true);
  });
});
