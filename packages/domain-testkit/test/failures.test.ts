import assert from 'node:assert/strict';
import { PetId, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { durablePetRepositoryContract, known, type PetRepositoryFixture, petRepositoryContract } from '../src/index.ts';
import { law } from '../src/law.ts';
import { newPet } from '../src/samples.ts';
import { createPets } from './correct-repositories.ts';

const reasonOf = (run: () => Promise<void>): Promise<unknown> =>
  run().then(
    () => 'holds',
    (reason: unknown) => reason,
  );

const messageOf = async (run: () => Promise<void>): Promise<string> => {
  const reason = await reasonOf(run);
  return reason instanceof Error ? reason.message : String(reason);
};

describe('the failure of a law', () => {
  it('is short and can be printed, whatever was seen', async () => {
    const seen = { name: '\0'.repeat(5_000) };
    const failed = await reasonOf(() =>
      law<null>('two is one', async () => assert.deepEqual(seen, {})).check(async () => null),
    );
    assert(failed instanceof assert.AssertionError);
    expect(failed.message.length).toBeLessThan(2_100);
    expect(failed.message).not.toContain('\0');
    expect([failed.actual, failed.expected, failed.cause]).toEqual([undefined, undefined, undefined]);
  });

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
      new Set(['failedCommits', 'outages'].map((kind) => `a fixture has at least one failure in ${kind}`)),
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
