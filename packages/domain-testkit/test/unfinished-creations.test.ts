import assert from 'node:assert/strict';
import {
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetId,
  type PetRepository,
  repositoryUnavailable,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { succeed } from '../src/core/outcome.ts';
import type { DurableFixture } from '../src/index.ts';
import { lawOfUnfinished } from '../src/laws/durable-pets-unfinished.ts';
import { petId } from '../src/samples.ts';

/** `withdraw` removes an animal. It stands for any write that the port has or a later version adds. */
interface Withdrawing extends Pick<PetRepository, 'add' | 'find' | 'list'> {
  readonly withdraw: (id: PetId) => TE.TaskEither<never, void>;
}

interface Record {
  readonly pet: Pet;
  pending: boolean;
}

interface Data {
  readonly pets: Map<PetId, Pet>;
  readonly records: Map<string, Record>;
  /** Ids whose animal was removed. */
  readonly markers: Set<PetId>;
}

type Withdraw = (data: Data, id: PetId) => void;

/** A store that creates an animal in three steps, as MongoDB does. A failure ends a creation before its last step. */
const createStore = (withdraw: Withdraw): DurableFixture<Withdrawing> => {
  const data: Data = { pets: new Map(), records: new Map(), markers: new Set() };
  let lastId = 0n;

  const addOnce = (given: NewPet, { scope, key }: Idempotency, isFailing: boolean) => {
    const name = `${scope} ${key}`;
    const record = data.records.get(name) ?? { pet: withId(petId(++lastId), given), pending: true };
    data.records.set(name, record);
    if (record.pending && !data.markers.has(record.pet.id)) data.pets.set(record.pet.id, record.pet);
    if (isFailing) return E.left(repositoryUnavailable('the reply is lost'));
    record.pending = false;
    return newPetEq.equals(record.pet, given) ? E.right(record.pet) : E.left(idempotencyKeyReused);
  };

  const open = () => {
    let isFailing = false;
    const repository: Withdrawing = {
      add: (given, used) => async () => {
        if (used !== undefined) return addOnce(given, used, isFailing);
        const pet = withId(petId(++lastId), given);
        data.pets.set(pet.id, pet);
        return E.right(pet);
      },
      find: (id) => TE.fromIO(() => O.fromNullable(data.pets.get(id))),
      list: ({ after }) =>
        TE.fromIO(() => [...data.pets.values()].filter(({ id }) => after === undefined || id > after)),
      withdraw: (id) => TE.fromIO(() => withdraw(data, id)),
    };
    const become = (next: boolean) => async () => {
      isFailing = next;
    };
    return { repository, begin: become(true), end: become(false), close: async () => undefined };
  };

  const failure = { name: 'replies are lost', recoversWithinMS: 0, open: async () => open() };
  const startProcess = () => Promise.reject(new Error('the law starts no process'));
  return { open: async () => open(), startProcess, failedCommits: [failure], outages: [failure] };
};

const { check } = lawOfUnfinished<Withdrawing>({
  withdraw: {
    unfinished: async (pets, { id }) => {
      await succeed(pets.withdraw(id));
      return async () => assert.ok(O.isNone(await succeed(pets.find(id))), 'the animal came back');
    },
  },
});

const outcome = (withdraw: Withdraw): Promise<string> =>
  check(async () => createStore(withdraw)).then(
    () => 'holds',
    ({ message }: Error) => `is broken: ${message.split(': ').at(-1)}`,
  );

it.each<readonly [string, string, Withdraw]>([
  ['does not look at the record', 'is broken: the animal came back', ({ pets }, id) => void pets.delete(id)],
  [
    'completes the record first',
    'holds',
    ({ pets, records }, id) => {
      for (const record of records.values()) if (record.pet.id === id) record.pending = false;
      pets.delete(id);
    },
  ],
  [
    'leaves a marker under the id',
    'holds',
    ({ pets, markers }, id) => {
      markers.add(id);
      pets.delete(id);
    },
  ],
])('With a removal that %s the law of unfinished creations %s', async (_, expected, withdraw) => {
  expect(await outcome(withdraw)).toBe(expected);
});
