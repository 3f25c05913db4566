import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ApiKeyRepository } from '@animal-store/access';
import { type Added, NewPet, type Pet, PetId, type PetRepository, repositoryUnavailable } from '@animal-store/domain';
import fc from 'fast-check';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { law } from '../src/core/law.ts';
import {
  type DurableFixture,
  type DurablePetRepositoryFixture,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type FailingHandle,
  known,
  type PetRepositoryFixture,
  petOperations,
  petRepositoryContract,
} from '../src/index.ts';
import { createData, createDurableApiKeys, createDurablePets, createPets } from './correct-fixtures.ts';
import { firstFailure, messageOf, namesOf, returning } from './fault.ts';
import { afterGreatest } from './faults/pets.ts';

/** The first animal that a law adds during a failure. */
const during = { name: 'during-0', categoryId: 7n, status: 'pending' };

const broken = (name: string, text: string): string => `The law "${name}" is broken: ${text}`;

describe('the failure of a law', () => {
  const failure = (check: () => Promise<void>): Promise<Error> =>
    law<null>('two is one', check)
      .check(async () => null)
      .then(
        () => assert.fail(),
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

  it('says what a fixture lacks', async () => {
    const lacking = await Promise.all(
      durablePetRepositoryContract.map(({ check }) =>
        messageOf(() => check(async () => ({ failedCommits: [], outages: [] }) as never)),
      ),
    );
    const named = (kind?: 'write'): string => namesOf(petOperations, kind).join(' and of ');
    expect(lacking.flatMap((message) => /a fixture has at least one .*/.exec(message) ?? [])).toEqual([
      `a fixture has at least one failure of ${named('write')} in failedCommits`,
      `a fixture has at least one failure of ${named()} in outages`,
    ]);
  });
});

it('known returns a literal as a branded value, or names the codec and the rules', () => {
  expect(known(PetId)(7)).toBe(7n);
  expect(() => known(NewPet)({ name: 7 })).toThrow(
    new TypeError('This is not a NewPet: name must be a string; categoryId is required'),
  );
});

const changedPets = (change: (pets: PetRepository) => Partial<PetRepository>) => (): PetRepositoryFixture => {
  const fixture = createPets();
  return { ...fixture, pets: { ...fixture.pets, ...change(fixture.pets) } };
};

const throwing = (): never => {
  throw new Error('no such table\n  at line 7');
};
const threw =
  'threw, and must return a failure, such as RepositoryUnavailable in an outage: no such table\n  at line 7';
const timeout = Object.assign(new Error('timeout exceeded\nmore'), { fields: [1, 2] });

const ofFirstIds = 'an id is a bigint from 1 to 2^53 − 1';
const ofFields = 'add, find and list return an animal with every field as it was, and with no other';

describe('the first broken law says what to mend', () => {
  it.each<readonly [what: string, law: string, message: string, fresh: () => PetRepositoryFixture]>([
    [
      'ids are numbers',
      ofFirstIds,
      'add returned the id 1, a number: decode it with PetId',
      changedPets(returning((pet: Pet) => ({ ...pet, id: Number(pet.id) }))),
    ],
    [
      'add returns the animal alone',
      ofFirstIds,
      'add must return { pet, replayed }',
      changedPets(({ add }) => ({ add: (...input) => TE.map(({ pet }: Added) => pet as never)(add(...input)) })),
    ],
    [
      'the next id is max(id) + 1',
      'an id is not used again after its animal was removed',
      'the id 7 was assigned after 11: the next id must not follow from the stored ones',
      () => createPets(afterGreatest),
    ],
    ['an operation throws', ofFirstIds, `add ${threw}`, changedPets(() => ({ add: () => async () => throwing() }))],
    ['an operation throws when it is made', ofFields, `find ${threw}`, changedPets(() => ({ find: throwing }))],
    [
      'the pool is too small',
      ofFirstIds,
      "expected a success, saw the failure { _tag: 'RepositoryUnavailable', cause: 'timeout exceeded' }",
      changedPets(() => ({ add: () => TE.left(repositoryUnavailable(timeout)) })),
    ],
    [
      'a function of the fixture throws',
      'replace and remove of the fixture change one animal, in every field, and the repository shows it at once',
      "the fixture's replace threw: no such table\n  at line 7",
      () => ({ ...createPets(), replace: throwing }),
    ],
  ])('%s', async (_, name, message, fresh) => {
    expect(await firstFailure(petRepositoryContract, fresh)).toBe(broken(name, message));
  });

  it.each<readonly [what: string, message: string, change: Partial<FailingHandle<PetRepository>>]>([
    [
      'an operation has no time limit',
      'add did not end within 50 ms: give it a time limit, and return RepositoryUnavailable after it',
      { repository: { ...createPets().pets, add: () => () => new Promise(() => {}) } },
    ],
    [
      'begin does nothing',
      'expected RepositoryUnavailable of add, saw a success: the operation hides the failure, or `begin` of the failure does ' +
        `nothing: ${inspect({ pet: { id: BigInt(namesOf(petOperations, 'write').length + 1), ...during }, replayed: false })}`,
      { begin: async () => {} },
    ],
    ['begin throws', "the fixture's begin threw: no such table\n  at line 7", { begin: throwing }],
  ])('%s', async (_, message, change) => {
    const fresh = (): DurablePetRepositoryFixture => {
      const fixture = createDurablePets();
      const [first] = fixture.failedCommits;
      const open = async (): Promise<FailingHandle<PetRepository>> => ({ ...(await first.open()), ...change });
      return { ...fixture, failedCommits: [{ ...first, respondsWithinMS: 50, open }] };
    };
    const name =
      'a write whose commit fails is RepositoryUnavailable, its retry holds once, and no retry undoes what was done since';
    expect(await firstFailure(durablePetRepositoryContract, fresh)).toBe(broken(name, `requests are lost: ${message}`));
  });

  it.each<readonly [operation: 'revoke' | undefined, others: boolean, message: string]>([
    [undefined, false, 'revocations fail: expected RepositoryUnavailable of add, saw a success'],
    ['revoke', false, 'a fixture has at least one failure of add and of recordUse in failedCommits'],
    ['revoke', true, '^holds$'],
  ])('a failure may name the only operation that fails, and each write has one: %s, others: %s', async (...row) => {
    const [operation, others, expected] = row;
    const fresh = async (): Promise<DurableFixture<ApiKeyRepository>> => {
      const fixture = createDurableApiKeys();
      const open = async (): Promise<FailingHandle<ApiKeyRepository>> => {
        const failing = await fixture.failedCommits[0].open();
        const { repository } = await fixture.open();
        return { ...failing, repository: { ...repository, revoke: failing.repository.revoke } };
      };
      const failure = { name: 'revocations fail', recoversWithinMS: 0, open, ...(operation && { operation }) };
      return { ...fixture, failedCommits: [failure, ...(others ? fixture.failedCommits : [])] };
    };
    const name = 'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once';
    const { check } = durableApiKeyRepositoryContract.find((one) => one.name === name) ?? assert.fail(name);
    expect(await messageOf(() => check(fresh))).toMatch(new RegExp(expected));
  });

  it('a model tells in words what was done before', async () => {
    fc.configureGlobal({ seed: 1 });
    const data = createData();
    let adds = 0;
    // Begins with the first id again at every tenth add.
    const forgetful = (pets: PetRepository): PetRepository => ({
      ...pets,
      add: (...input) => {
        adds += 1;
        if (adds % 10 === 0) data.lastId = 0n;
        return pets.add(...input);
      },
    });
    const fresh = () => createDurablePets(forgetful, undefined, data);
    const message = await firstFailure(durablePetRepositoryContract, fresh);
    fc.resetConfigureGlobal();
    expect(message).toMatch(
      /is broken: \d+ operations, then .*, then add .*: the id \d+ of .* is used again\nTo repeat it: fc.configureGlobal\({ seed: 1, path: "0" }\)$/,
    );
  });
});
