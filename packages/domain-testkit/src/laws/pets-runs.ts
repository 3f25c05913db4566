import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { type NewPet, type Pet, withId } from '@animal-store/domain';
import { option as O, readonlyArray as RA, readonlyRecord as RR, type taskEither as TE } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { deleteFields } from '../core/model.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, onePet, otherPet } from '../samples/pets.ts';
import { addInTurn, addPet, allPets, byId, replayed } from './pet-steps.ts';
import { petOperations, petWrites, writesPast } from './pet-writes.ts';

/** An animal that its caller changes between two reads: it is another one from the n-th turn on in which its fields are read. */
const changingAt = (turn: number): { readonly given: NewPet; readonly turns: () => number } => {
  let turns = 0;
  let isSameTurn = false;
  const now = (): NewPet => {
    if (!isSameTurn) turns += 1;
    isSameTurn = true;
    queueMicrotask(() => {
      isSameTurn = false;
    });
    return turns < turn ? onePet : otherPet;
  };
  const fields = RR.mapWithIndex((field) => ({ enumerable: true, get: () => Reflect.get(now(), field) }))({
    ...onePet,
  });
  return { given: Object.defineProperties({}, fields) as NewPet, turns: () => turns };
};

/** The last turn of the event loop, from that of the first of two writes on, in which the second one starts. */
const latestTurn = 5;

const runIn = async (turn: number, task: TE.TaskEither<unknown, unknown>): Promise<void> => {
  for (let now = 0; now < turn; now++) await new Promise((resolve) => setImmediate(resolve));
  await succeed(task);
};

export const petsRuns: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty(
    'each operation on animals happens when it is run, and each time it is run',
    async ({ pets, replace, remove }) => {
      pets.add(newPet('never added'), idempotency('k'));
      const [add, list] = [pets.add(newPet('Rex')), pets.list({ limit: 10 })];
      await succeedWith(list, []);
      const added = [await succeed(add), ...(await Promise.all([succeed(add), succeed(add)]))].map(({ pet }) => pet);
      const keyed = await addPet(pets, newPet('Rex'), idempotency('k'));
      await succeedWith(list, [...byId(added), keyed]);
      const find = pets.find(keyed.id);
      for (const { run } of Object.values(petOperations)) run(pets, keyed);
      await replace(withId(keyed.id, newPet('Pip')));
      await succeedWith(find, O.some(withId(keyed.id, newPet('Pip'))));
      await remove(keyed.id);
      await succeedWith(find, O.none);
    },
  ),
  lawOnEmpty('of two writes at once for one animal neither undoes the other', async ({ pets, ...fixture }) => {
    for (const one of petWrites)
      for (const other of [...petWrites, ...writesPast(fixture)]) {
        const orders = [[one, other] as const, [other, one] as const];
        for (const [first, second] of orders)
          for (let turn = 0; turn <= latestTurn; turn++) {
            const bystander = await addPet(pets, newPet('bystander'));
            const pet = await addPet(pets, newPet('Rex', 7n, 'pending'));
            await Promise.all([runIn(0, first.run(pets, pet)), runIn(turn, second.run(pets, pet))]);
            const left = RA.fromOption(await succeed(pets.find(pet.id)));
            const expected = orders.map(([former, latter]) => former.after(pet).flatMap(latter.after));
            assert.ok(
              expected.some((pets) => isDeepStrictEqual(pets, left)),
              `${one.name} and another write at once left ${inspect(left)}, one after another ${inspect(expected)}: write in one step`,
            );
            await succeedWith(pets.find(bystander.id), O.some(bystander));
          }
      }
  }),
  // The adapter chooses when it reads the fields, but it must read all of them at one moment, and once.
  lawOnEmpty(
    'a change to the given animal while the add is in flight is kept wholly or not at all',
    async ({ pets }) => {
      for (const isKeyed of [false, true])
        for (let [turn, turnsRead] = [1, 1]; turn <= turnsRead + 1; turn++) {
          const used = isKeyed ? idempotency(`${turn}`) : undefined;
          const { given, turns } = changingAt(turn);
          const added = await addPet(pets, given, used);
          const whole = added.name === onePet.name ? onePet : otherPet;
          assert.deepEqual(
            added,
            withId(added.id, whole),
            'a mix of two animals: copy what add is given before it waits',
          );
          await succeedWith(pets.find(added.id), O.some(added));
          if (used !== undefined) await succeedWith(pets.add(whole, used), replayed(added));
          turnsRead = turns();
        }
    },
  ),
  lawOnEmpty('reads at once return what they return in turn, and share nothing that they return', async ({ pets }) => {
    const given = [newPet('Rex', 1n, 'available'), newPet('Pip', 2n, 'sold'), newPet('Kim', 3n, 'sold')];
    const [rex, pip, kim] = (await addInTurn(pets, given)) as readonly [Pet, Pet, Pet];
    for (const [name, { kind, run }] of Object.entries(petOperations)) {
      if (kind === 'write') continue;
      const inTurn = [await run(pets, rex)(), await run(pets, pip)()];
      const again = await run(pets, rex)();
      assert.ok(
        isDeepStrictEqual(again, inTurn[0]),
        `${name} is a read in pet-writes.ts, and may be a write: it returned ${inspect(inTurn[0])}, and then ${inspect(again)}`,
      );
      const [mine, other, yours] = await Promise.all([run(pets, rex)(), run(pets, pip)(), run(pets, rex)()]);
      assert.deepEqual([mine, other], inTurn);
      const expected = structuredClone(yours);
      deleteFields(mine);
      assert.deepEqual(yours, expected);
    }
    assert.deepEqual(await allPets(pets), [rex, pip, kim], 'a read has written');
  }),
];
