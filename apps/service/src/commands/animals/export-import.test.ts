import { PassThrough } from 'node:stream';
import { type Pet, Pet as PetCodec, type PetId, petStatuses } from '@animal-store/domain';
import * as fc from 'fast-check';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { decodeLines, decodePetLine, maxLineBytes } from './decode-lines.ts';
import { exportAnimals } from './export-animals.ts';
import { importAnimals } from './import-animals.ts';
import { readLines } from './read-lines.ts';

const pets: fc.Arbitrary<readonly Pet[]> = fc
  .uniqueArray(
    fc.record(
      {
        id: fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 52n }), fc.bigInt({ min: 1n, max: 50n })),
        name: fc.string({ unit: 'binary' }).filter((name) => name.isWellFormed()),
        categoryId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        status: fc.constantFrom(...petStatuses),
      },
      { requiredKeys: ['id', 'name', 'categoryId'], noNullPrototype: true },
    ),
    { selector: ({ id }) => id, maxLength: 50 },
  )
  .map((given) => given.filter(PetCodec.is).toSorted((a, b) => (a.id < b.id ? -1 : 1)));

/** Lists animals as a repository does. */
const listOf =
  (all: readonly Pet[]) =>
  ({ limit, after }: { readonly limit: number; readonly after?: PetId }) =>
    TE.right(all.filter(({ id }) => after === undefined || id > after).slice(0, limit));

const exported = (all: readonly Pet[]) => {
  const stream = new PassThrough();
  return { stream, count: exportAnimals(listOf(all), stream, true, () => undefined)() };
};

it('imports the animals that were exported, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(pets, async (all) => {
      const { stream, count } = exported(all);
      const imported: Pet[] = [];
      const { ended } = importAnimals(
        decodeLines(readLines(stream, maxLineBytes), decodePetLine),
        async (_, pet) => {
          imported.push(pet);
          return 'added';
        },
        {
          concurrency: 3,
          stopOnError: false,
          closeInput: () => undefined,
          onRefused: (line, reason) => expect.fail(`${line}: ${reason}`),
          onProgress: () => undefined,
        },
      );
      expect([await ended, await count]).toEqual([
        { lastLine: all.length, added: all.length, present: 0, refused: 0 },
        E.right(all.length),
      ]);
      expect(imported).toStrictEqual(all);
    }),
  );
});

it('exports more animals than it holds at a time, and reads none before the ones before are read', async () => {
  const all = Array.from({ length: 5_000 }, (_, n) => ({ id: BigInt(n + 1), name: 'x'.repeat(1_000), categoryId: 1n }));
  let read = 0;
  const list = listOf(all as unknown as readonly Pet[]);
  const stream = new PassThrough();
  const count = exportAnimals(
    (range) => {
      read += range.limit;
      return list(range);
    },
    stream,
    true,
    () => undefined,
  )();
  await new Promise((resolve) => setTimeout(resolve, 100));
  // One page that waits in the destination, one in between, and one that is being read.
  expect(read).toBeLessThanOrEqual(600);
  let lines = 0;
  for await (const { number } of readLines(stream, maxLineBytes)) lines = number;
  expect([lines, await count]).toEqual([5_000, E.right(5_000)]);
});
