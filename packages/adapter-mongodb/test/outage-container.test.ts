import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { describeOnReplicaSet } from './mongodb/describe-on-replica-set.ts';
import { eventually } from './mongodb/eventually.ts';
import { answerBound, askAll } from './mongodb/questions.ts';
import type { Member } from './mongodb/replica-set.ts';
import { newPet } from './mongodb/samples.ts';

describeOnReplicaSet('When MongoDB', 1, (on) => {
  const outages: readonly (readonly [string, (member: Member) => Promise<void>, (member: Member) => Promise<void>])[] =
    [
      ['is frozen', (member) => member.pause(), (member) => member.unpause()],
      ['is stopped', (member) => member.stop(), (member) => member.start()],
      ['is killed', (member) => member.kill(), (member) => member.start()],
    ];
  for (const [what, begin, end] of outages) {
    it(`${what}, every question is answered in time, and all is well as soon as it is back`, {
      timeout: 60_000,
    }, async () => {
      const { set, store, client } = on();
      const member = await set.primary();
      const addNamed = (name: string) => store.pets.add(newPet({ name: `${what} ${name}`, categoryId: 1n }))();
      const before = await addNamed('before');

      await begin(member);
      const answers = [...(await askAll(store)), ...(await askAll(store))];
      await end(member);
      const after = await eventually(20_000, async () => {
        const added = await addNamed('after');
        return E.isRight(added) ? added : undefined;
      });

      expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => 'RepositoryUnavailable'));
      expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(answerBound);
      const stored = await client
        .db()
        .collection('pets', { useBigInt64: true })
        .find({ name: { $regex: what } })
        .sort({ _id: 1 })
        .toArray();
      const acknowledged = [before, after].map((added) => (E.isRight(added) ? added.right.id : undefined));
      expect(acknowledged.map((id) => stored.filter(({ _id }) => _id === (id as unknown)).length)).toEqual([1, 1]);
    });
  }
});
