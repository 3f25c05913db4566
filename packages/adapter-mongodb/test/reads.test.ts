import { readdir, readFile } from 'node:fs/promises';
import type { PetRange } from '@animal-store/domain';
import { rangesOf } from '@animal-store/domain-testkit';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { BSON, type Document, Long } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { openStore, petId } from './store.ts';

// A thousand documents of each kind that a format knows, one kind after another, so that a list would have to pass them.
const folder = new URL('stored/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.startsWith('format-'));
const formats = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
const kinds = formats.flatMap((text): readonly Stored[] => BSON.EJSON.parse(text, { relaxed: false }).pets.documents);
const animals = kinds
  .flatMap((kind) => Array.from({ length: 1_000 }, () => kind))
  .map((kind, index) => ({ ...kind, _id: Long.fromNumber(index + 1) }));
const firstIds = kinds.map((_, index) => BigInt(index * 1_000));

const large = Array.from({ length: 20 }, (_, index): Stored => {
  const _id = Long.fromNumber(20_000 + index);
  return { _id, name: 'n'.repeat(1024 * 1024), categoryId: Long.ONE };
});

describeOnMongodb('A read of animals', (database) => {
  const commands: Document[] = [];
  const store = openStore(database.uri, { onCommand: ({ command }) => void commands.push(command) });

  beforeAll(async () => {
    await store();
    await database.collection('pets').insertMany(animals);
  });

  const list = async (range: PetRange) => {
    const { pets } = await store();
    commands.length = 0;
    const listed = await pets.list(range)();
    return { ids: E.isRight(listed) ? listed.right.map(({ id }) => Number(id)) : [], sent: [...commands] };
  };

  it('is one command and one scan of an index, as long as the list, for every range', async () => {
    const scan = { stage: 'LIMIT', inputStage: { stage: 'FETCH', inputStage: { stage: 'IXSCAN' } } };
    for (const range of rangesOf(firstIds)) {
      const { ids, sent } = await list(range);
      const [{ find, filter, sort, limit } = {} as Document, ...more] = sent;
      const { queryPlanner, executionStats } = await database.client
        .db(database.name)
        .command({ explain: { find, filter, sort, limit }, verbosity: 'executionStats' });
      const { totalKeysExamined: keys, totalDocsExamined: documents } = executionStats;
      expect([range, more, queryPlanner.winningPlan]).toMatchObject([range, [], scan]);
      expect([range, documents, keys <= ids.length + 1]).toEqual([range, ids.length, true]);
    }
  });

  it('returns all of them, even if one reply cannot hold them', async () => {
    await database.collection('pets').insertMany(large);
    const { ids, sent } = await list({ limit: 20, after: petId(19_999n) });
    expect(ids).toEqual(large.map(({ _id }) => Number(_id)));
    expect(sent.map((command) => Object.keys(command)[0])).toEqual(['find', 'killCursors', 'find', 'getMore']);
  });
});
