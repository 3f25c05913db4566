import type { ApiKeyRepository } from '@animal-store/access';
import { type Pet, PetId, type PetRepository, repositoryUnavailable, withId } from '@animal-store/domain';
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
  type PetRepositoryFixture,
  petRepositoryContract,
} from '../src/index.ts';
import { petOperations } from '../src/laws/pet-operations.ts';
import { newPet } from '../src/samples.ts';
import { createDurableApiKeys, createDurablePets, createPets } from './correct-fixtures.ts';
import { returning } from './fault.ts';
import { afterGreatest } from './faults/pet-ids.ts';

const messageOf = (run: () => Promise<void>): Promise<string> =>
  run().then(
    () => 'holds',
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );

describe('the failure of a law', () => {
  it('says that there is no function where there is none', async () => {
    const [first] = petRepositoryContract;
    expect(await messageOf(async () => first?.check(undefined as never))).toBe(
      'check takes a function that returns an empty repository, and this is undefined',
    );
  });

  it('says what a fixture lacks', async () => {
    const [first] = petRepositoryContract;
    expect(await messageOf(async () => first?.check(async () => ({}) as never))).toBe(
      `The law "${first?.name}" is broken: fresh must give pets, replace and remove; missing: pets, replace, remove`,
    );
    const withoutFailures = await Promise.all(
      durablePetRepositoryContract.map(({ check }) =>
        messageOf(() => check(async () => ({ failedCommits: [], outages: [] }) as never)),
      ),
    );
    const lacking = withoutFailures.flatMap((message) => /a fixture has at least one .*/.exec(message) ?? []);
    expect(new Set(lacking)).toEqual(
      new Set([
        'a fixture has at least one failure of add in failedCommits',
        `a fixture has at least one failure of ${Object.keys(petOperations).join(' and ')} in outages`,
      ]),
    );
  });

  it('says that a repository is not empty, for every law alike', async () => {
    const rex = withId(known(PetId)(1n), newPet('Rex'));
    const filled = async (): Promise<PetRepositoryFixture> => {
      const fixture = createPets();
      return { ...fixture, pets: { ...fixture.pets, list: () => TE.right([rex]) } };
    };
    for (const { name, check } of petRepositoryContract) {
      expect(await messageOf(() => check(filled))).toBe(
        `The law "${name}" is broken: fresh must give an empty repository, and this one has ` +
          "{ id: 1n, name: 'Rex', categoryId: 1n }",
      );
    }
  });
});

const firstBroken = async <F>(contract: readonly Law<F>[], fresh: () => F): Promise<string> => {
  for (const { check } of contract) {
    const message = await messageOf(() => check(async () => fresh()));
    if (message !== 'holds') return message;
  }
  return 'all laws hold';
};

const broken = (name: string, text: string): string => `The law "${name}" is broken: ${text}`;

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
      'add, find and list return an animal with every field as it was',
      'find threw, and must return a failure, such as RepositoryUnavailable in an outage: no such table',
    ],
    [
      'the pool is too small',
      changedPets(() => ({
        add: () =>
          TE.left(repositoryUnavailable(Object.assign(new Error('timeout exceeded\nmore'), { fields: [1, 2] }))),
      })),
      'an id is a bigint from 1 to 2^53 − 1',
      'expected a success, saw the failure RepositoryUnavailable: timeout exceeded',
    ],
  ])('%s', async (_, fresh, law, message) => {
    expect(await firstBroken(petRepositoryContract, fresh)).toBe(broken(law, message));
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
        "failure does nothing: { id: 2n, name: 'one', categoryId: 7n, status: 'pending' }",
    ],
  ])('%s', async (_, change, message) => {
    const fresh = (): DurablePetRepositoryFixture => {
      const fixture = createDurablePets();
      const [first] = fixture.failedCommits;
      const failure = { ...first, respondsWithinMS: 50, open: async () => change(await first.open()) };
      return { ...fixture, failedCommits: [failure] };
    };
    const name = 'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once';
    expect(await firstBroken(durablePetRepositoryContract, fresh)).toBe(broken(name, message));
  });

  it.each<readonly [string, 'revoke' | undefined, string]>([
    ['that names its operation passes', 'revoke', 'holds'],
    [
      'that does not is expected to affect every write',
      undefined,
      'revocations fail: expected RepositoryUnavailable, saw a success: the operation hides the failure, or `begin` of ' +
        'the failure does nothing: undefined',
    ],
  ])('a failure of one operation %s', async (_, operation, expected) => {
    const fixture = createDurableApiKeys();
    const open = async (): Promise<FailingHandle<ApiKeyRepository>> => {
      const failing = await fixture.failedCommits[0].open();
      const { repository } = await fixture.open();
      return { ...failing, repository: { ...repository, revoke: failing.repository.revoke } };
    };
    const failure = { name: 'revocations fail', recoversWithinMS: 0, open, ...(operation && { operation }) };
    const name = 'a write to API keys whose commit fails is RepositoryUnavailable, and its retry holds once';
    const law = durableApiKeyRepositoryContract.find((one) => one.name === name);
    const message = await messageOf(async () => law?.check(async () => ({ ...fixture, failedCommits: [failure] })));
    expect(message).toBe(expected === 'holds' ? expected : broken(name, expected));
  });

  it('a model tells in words what was done before', async () => {
    const law = durablePetRepositoryContract.find(({ name }) => name.includes('a plain model'));
    fc.configureGlobal({ seed: 1 });
    const message = await messageOf(async () => law?.check(async () => createDurablePets(undefined, afterGreatest)));
    fc.resetConfigureGlobal();
    expect(message).toMatch(
      /is broken: \d+ operations, then .*, then add .*: the id \d+ of .* is used again\nTo repeat it: fc.configureGlobal\({ seed: 1, path: "0" }\)$/,
    );
  });
});
