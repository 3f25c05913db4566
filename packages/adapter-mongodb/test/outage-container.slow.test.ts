import { eventually } from '@animal-store/testkit/eventually';
import type { Member } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { describeStoreOnReplicaSet } from './mongodb/describe-store-on-replica-set.ts';
import { runAll, timeBound } from './mongodb/operations.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

describeStoreOnReplicaSet('When MongoDB', 1, (on) => {
  const outages: readonly (readonly [string, (member: Member) => Promise<void>, (member: Member) => Promise<void>])[] =
    [
      ['is frozen', (member) => member.pause(), (member) => member.unpause()],
      ['is stopped', (member) => member.stop(), (member) => member.start()],
      ['is killed', (member) => member.kill(), (member) => member.start()],
    ];
  for (const [what, begin, end] of outages) {
    it(`${what}, every operation ends in time, and the store recovers at once`, {
      timeout: 60_000,
    }, async () => {
      const { set, store, idsByName } = on();
      const member = await set.primary();
      const addWhenPossible = (when: string) => {
        const name = `${what.replace(' ', '-')}-${when}`;
        const add = store.pets.add(newPet({ name, categoryId: 1n }), idempotency(name));
        return eventually(20_000, async () => {
          const added = await add();
          return E.isRight(added) ? added.right : undefined;
        });
      };
      const before = await addWhenPossible('before');

      await begin(member);
      const outcomes = [...(await runAll(store)), ...(await runAll(store))];
      await end(member);
      const after = await addWhenPossible('after');

      expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RepositoryUnavailable'));
      expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(timeBound);
      expect(await idsByName(what.replace(' ', '-'))).toEqual(
        new Map([before, after].map((pet) => [pet.name, [pet.id]])),
      );
    });
  }
});
