import assert from 'node:assert/strict';
import type { ApiKeyRepository } from '@animal-store/access';
import { type Added, NewPet, type Pet, PetId, type PetRepository, repositoryUnavailable } from '@animal-store/domain';
import fc from 'fast-check';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import {
  type DurablePetRepositoryFixture,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type FailingHandle,
  known,
  type Law,
  law,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '../src/index.ts';
import { createData, createDurableApiKeys, createDurablePets, createPets } from './correct-fixtures.ts';
import { returning } from './fault.ts';
import { afterGreatest } from './faults/pet-ids.ts';

const messageOf = (run: () => Promise<void>): Promise<string> =>
  run().then(
    () => 'holds',
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );

const firstBroken = async <F>(contract: readonly Law<F>[], fresh: () => F): Promise<string> => {
  for (const { check } of contract) {
    const message = await messageOf(() => check(async () => fresh()));
    if (message !== 'holds') return message;
  }
  return 'all laws hold';
};

const broken = (name: string, text: string): string => `The law "${name}" is broken: ${text}`;

describe('the failure of a law', () => {
  const failure = (check: () => Promise<void>): Promise<Error> =>
    law<null>('two is one', check)
      .check(async () => null)
      .then(
        () => new Error('the law holds'),
        (error) => error,
      );

  it('names the law, shows the difference once, and leads to the code that threw', async () => {
    const differing = (): void => assert.deepEqual({ at: 2 }, { at: 1 });
    const error = await failure(async () => differing());
    expect(error.message).toBe(
      'The law "two is one" is broken: Expected values to be strictly deep-equal:\n' +
        '+ actual - expected\n\n  {\n+   at: 2\n-   at: 1\n  }\n',
    );
    expect(error.stack).toMatch(/\n +at differing /);
    // From these, test runners would print the same again.
    expect(['cause', 'actual', 'expected'].filter((name) => name in error)).toEqual([]);
  });

  it('describes a thrown value that is not an error', async () => {
    expect((await failure(() => Promise.reject({ code: 7 }))).message).toBe(broken('two is one', '{ code: 7 }'));
  });

  it('says that there is no function where there is none, and what a fixture lacks', async () => {
    const [first] = petRepositoryContract;
    expect(await messageOf(async () => first?.check(undefined as never))).toBe(
      'check takes a function that returns an empty repository, and this is undefined',
    );
    const lacking = await Promise.all(
      durablePetRepositoryContract.map(({ check }) =>
        messageOf(() => check(async () => ({ failedCommits: [], outages: [] }) as never)),
      ),
    );
    expect(lacking.flatMap((message) => /a fixture has at least one .*/.exec(message) ?? [])).toEqual([
      'a fixture has at least one failure of add in failedCommits',
      'a fixture has at least one failure of add and find and list in outages',
    ]);
  });
});

it('known returns a literal as a branded value, or names the codec and the rules', () => {
  expect(known(PetId)(7)).toBe(7n);
  expect(() => known(NewPet)({ name: 7 })).toThrow(
    new TypeError('This is no NewPet: name must be a string; categoryId is required'),
  );
});

const changedPets = (change: (pets: PetRepository) => Partial<PetRepository>) => (): PetRepositoryFixture => {
  const fixture = createPets();
  return { ...fixture, pets: { ...fixture.pets, ...change(fixture.pets) } };
};

/** From `begin` on, no add ends. */
const hanging = (handle: FailingHandle<PetRepository>): FailingHandle<PetRepository> => {
  let hangs = false;
  const { repository } = handle;
  const add: PetRepository['add'] =
    (...input) =>
    () =>
      hangs ? new Promise(() => {}) : repository.add(...input)();
  return {
    ...handle,
    repository: { ...repository, add },
    begin: async () => {
      hangs = true;
    },
  };
};

describe('the first broken law says what to mend', () => {
  it.each<readonly [string, () => PetRepositoryFixture, string, string]>([
    [
      'ids are numbers',
      changedPets(returning((pet: Pet) => ({ ...pet, id: Number(pet.id) }))),
      'an id is a bigint from 1 to 2^53 − 1',
      'add returned the id 1, a number: decode it with PetId',
    ],
    [
      'add returns the animal alone',
      changedPets(({ add }) => ({ add: (...input) => TE.map(({ pet }: Added) => pet as never)(add(...input)) })),
      'an id is a bigint from 1 to 2^53 − 1',
      'add must return { pet, replayed }',
    ],
    [
      'the next id is max(id) + 1',
      () => createPets(afterGreatest),
      'an id is not used again after its animal was removed',
      'the id 1 was assigned after 5 was removed: the next id must not follow from the stored ones',
    ],
    [
      'an operation throws',
      changedPets(() => ({ add: () => () => Promise.reject(new Error('no such table\n  at line 7')) })),
      'an id is a bigint from 1 to 2^53 − 1',
      'add threw, and must return a failure, such as RepositoryUnavailable in an outage: no such table\n  at line 7',
    ],
    [
      'an operation throws when it is made',
      changedPets(() => ({
        find: () => {
          throw new Error('no such table');
        },
      })),
      'add, find and list return an animal with every field as it was, and with no other',
      'find threw, and must return a failure, such as RepositoryUnavailable in an outage: no such table',
    ],
    [
      'the pool is too small',
      changedPets(() => ({
        add: () =>
          TE.left(repositoryUnavailable(Object.assign(new Error('timeout exceeded\nmore'), { fields: [1, 2] }))),
      })),
      'an id is a bigint from 1 to 2^53 − 1',
      "expected a success, saw the failure { _tag: 'RepositoryUnavailable', cause: 'timeout exceeded' }",
    ],
  ])('%s', async (_, fresh, name, message) => {
    expect(await firstBroken(petRepositoryContract, fresh)).toBe(broken(name, message));
  });

  it.each<readonly [string, (fixture: FailingHandle<PetRepository>) => FailingHandle<PetRepository>, string]>([
    [
      'an operation has no time limit',
      hanging,
      'requests are lost: add did not end within 50 ms: give it a time limit, and return RepositoryUnavailable after it',
    ],
    [
      'begin does nothing',
      (handle) => ({ ...handle, begin: async () => {} }),
      'requests are lost: expected RepositoryUnavailable, saw a success: the operation hides the failure, or `begin` of the ' +
        "failure does nothing: {\n  pet: { id: 2n, name: 'one', categoryId: 7n, status: 'pending' },\n  replayed: false\n}",
    ],
  ])('%s', async (_, change, message) => {
    const fresh = (): DurablePetRepositoryFixture => {
      const fixture = createDurablePets();
      const [first] = fixture.failedCommits;
      const failure = { ...first, respondsWithinMS: 50, open: async () => change(await first.open()) };
      return { ...fixture, failedCommits: [failure] };
    };
    const name =
      'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once and removes no other';
    expect(await firstBroken(durablePetRepositoryContract, fresh)).toBe(broken(name, message));
  });

  it.each(['revoke', undefined] as const)('a failure may name the only operation that fails: %s', async (operation) => {
    const fixture = createDurableApiKeys();
    const open = async (): Promise<FailingHandle<ApiKeyRepository>> => {
      const failing = await fixture.failedCommits[0].open();
      const { repository } = await fixture.open();
      return { ...failing, repository: { ...repository, revoke: failing.repository.revoke } };
    };
    const name = 'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once';
    const { check } = durableApiKeyRepositoryContract.find((one) => one.name === name) ?? assert.fail(name);
    const failure = { name: 'revocations fail', recoversWithinMS: 0, open, ...(operation && { operation }) };
    const message = await messageOf(() => check(async () => ({ ...fixture, failedCommits: [failure] })));
    const expected = operation ? 'holds' : 'revocations fail: expected RepositoryUnavailable, saw a success';
    expect(message).toContain(expected);
  });

  it('a model tells in words what was done before', async () => {
    const { check } = durablePetRepositoryContract.find(({ name }) => name.includes('a plain model')) ?? assert.fail();
    fc.configureGlobal({ seed: 1 });
    const data = createData();
    const message = await messageOf(() =>
      check(async () => createDurablePets((_, through) => through(afterGreatest(data)), undefined, data)),
    );
    fc.resetConfigureGlobal();
    expect(message).toMatch(
      /is broken: \d+ operations, then .*, then add .*: the id \d+ of .* is used again\nTo repeat it: fc.configureGlobal\({ seed: 1, path: "0" }\)$/,
    );
  });
});
