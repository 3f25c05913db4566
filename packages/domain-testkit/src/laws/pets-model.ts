import assert from 'node:assert/strict';
import {
  hasStatus,
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRange,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import fc from 'fast-check';
import { either as E, option as O } from 'fp-ts';
import { newPets, petStatuses } from '../arbitraries.ts';
import { type Law, law } from '../law.ts';
import { succeedWith } from '../outcome.ts';
import { idempotency, petId, somePets } from '../samples.ts';
import { allPets } from './all-pets.ts';

/** The expected content of a repository: the animals in order of id, and the animal of each idempotency key. */
interface Model {
  readonly pets: Pet[];
  readonly records: Map<string, Pet>;
}

type Command = fc.AsyncCommand<Model, PetRepository>;

const command = (text: string, run: Command['run']): Command => ({ check: () => true, run, toString: () => text });

const add = (given: NewPet, used?: Idempotency): Command =>
  command(`add ${given.name} ${given.categoryId} ${given.status} ${used?.scope} ${used?.key}`, async (model, real) => {
    const record = used === undefined ? undefined : model.records.get(`${used.scope} ${used.key}`);
    const outcome = await real.add(given, used)();
    if (record !== undefined) {
      assert.deepEqual(outcome, newPetEq.equals(record, given) ? E.right(record) : E.left(idempotencyKeyReused));
      return;
    }
    const { id } = E.isRight(outcome) ? outcome.right : { id: petId(0n) };
    assert.deepEqual(outcome, E.right(withId(id, given)));
    assert.ok(id > (model.pets.at(-1)?.id ?? 0n), `saw the id ${id} after ${model.pets.at(-1)?.id}`);
    model.pets.push(withId(id, given));
    if (used !== undefined) model.records.set(`${used.scope} ${used.key}`, withId(id, given));
  });

const idAt = ({ pets }: Model, index: number): Pet['id'] => pets[index % (pets.length + 1)]?.id ?? petId(0n);

const find = (index: number): Command =>
  command(`find no. ${index}`, async (model, real) => {
    const id = idAt(model, index);
    await succeedWith(real.find(id), O.fromNullable(model.pets.find((pet) => pet.id === id)));
  });

const list = (limit: number, status?: PetRange['status'], index?: number): Command =>
  command(`list ${limit} ${status} after no. ${index}`, async (model, real) => {
    const after = index === undefined ? undefined : idAt(model, index);
    const range = { limit, ...(status === undefined ? {} : { status }), ...(after === undefined ? {} : { after }) };
    const passing = model.pets.filter(hasStatus(status)).filter(({ id }) => after === undefined || id > after);
    await succeedWith(real.list(range), passing.slice(0, limit));
  });

// Few animals and few keys, so that retries and reused keys are common.
const fewPets = fc.constantFrom(...somePets(4));
const fewKeys = fc.constantFrom(idempotency('k'), idempotency('K'), idempotency('k', 'bbbbbbbb'));
const indexes = fc.nat({ max: 20 });

const commandsOf: Readonly<Record<keyof PetRepository, fc.Arbitrary<Command>[]>> = {
  add: [
    fc.oneof(fewPets, newPets).map((given) => add(given)),
    fc.tuple(fewPets, fewKeys).map(([given, used]) => add(given, used)),
  ],
  find: [indexes.map(find)],
  list: [
    fc
      .tuple(
        fc.integer({ min: 1, max: 8 }),
        fc.option(petStatuses, { nil: undefined }),
        fc.option(indexes, { nil: undefined }),
      )
      .map(([limit, status, index]) => list(limit, status, index)),
  ],
};

const commands = fc.commands(Object.values(commandsOf).flat(), { maxCommands: 30, size: 'max' });

export const petsModel: readonly Law<PetRepository>[] = [
  law('any sequence of operations on animals returns what a plain model returns', (fresh) =>
    fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const model: Model = { pets: [], records: new Map() };
        const real = await fresh();
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        assert.deepEqual(await allPets(real), model.pets);
      }),
      { numRuns: 40, includeErrorInReport: true },
    ),
  ),
];
