import type { PetRange } from '@animal-store/domain';
import { describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { type CommandStartedEvent, type Document, Long } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { openStore } from './mongodb/open-store.ts';
import { petId } from './mongodb/samples.ts';

const statuses = ['available', 'pending', 'sold', undefined] as const;

const animals = Array.from({ length: 10_000 }, (_, index) => {
  const status = statuses[index % 4];
  return {
    _id: Long.fromNumber(index + 1),
    name: `animal ${index + 1}`,
    categoryId: Long.ONE,
    ...(status === undefined ? {} : { status }),
  };
});

const stagesOf = (plan: Document): readonly string[] => [
  plan['stage'],
  ...(plan['inputStage'] === undefined ? [] : stagesOf(plan['inputStage'])),
];

describeOnMongodb('A list of animals', (database) => {
  const commands: Document[] = [];
  const store = openStore(withOption(database.uri, 'monitorCommands=true'), {
    observe: (events) => {
      events.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
        if (['find', 'getMore'].includes(commandName)) commands.push(command);
      });
    },
  });

  beforeAll(async () => {
    await store();
    await database.collection('pets').insertMany(animals);
  });

  const cases: readonly (readonly [string, PetRange, readonly number[]])[] = [
    ['from the start', { limit: 101 }, [1, 101]],
    ['from the middle', { limit: 21, after: petId(5000n) }, [5001, 5021]],
    ['of one status, from the middle', { limit: 21, status: 'pending', after: petId(5000n) }, [5002, 5082]],
    ['of one status, at the end', { limit: 101, status: 'sold', after: petId(9990n) }, [9991, 9999]],
  ];

  for (const [title, range, [first, last]] of cases) {
    it(`${title}: is one command and one scan of an index, as long as the list`, async () => {
      const { pets } = await store();
      commands.length = 0;
      const listed = await pets.list(range)();
      const [command, ...more] = commands;
      expect(more).toEqual([]);
      const { find, filter, sort, limit } = command ?? {};
      const explained = await database.client
        .db(database.name)
        .command({ explain: { find, filter, sort, limit }, verbosity: 'executionStats' });

      const ids = 'right' in listed ? listed.right.map(({ id }) => Number(id)) : [];
      expect([ids[0], ids.at(-1)]).toEqual([first, last]);
      expect(stagesOf(explained['queryPlanner'].winningPlan)).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
      expect(explained['executionStats'].totalKeysExamined).toBeLessThanOrEqual(range.limit + 1);
      expect(explained['executionStats'].totalDocsExamined).toBe(ids.length);
    });
  }
});
