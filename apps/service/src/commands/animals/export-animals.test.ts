import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Pet } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { exportAnimals } from './export-animals.ts';

it('exports more animals than it holds at a time, and reads none before the ones before are read', async () => {
  const pets = Array.from({ length: 5_000 }, (_, n) => ({
    id: BigInt(n + 1),
    name: 'x'.repeat(1_000),
    categoryId: 1n,
  }));
  const pages: number[] = [];
  const stream = new PassThrough();
  const list = ({ limit, after = 0n }: { readonly limit: number; readonly after?: bigint }) => {
    pages.push(limit);
    return TE.right(pets.slice(Number(after), Number(after) + limit) as readonly unknown[] as readonly Pet[]);
  };
  const count = exportAnimals(list, stream, true, () => undefined)();
  for (let turns = 0; turns < 100; turns++) await turn();
  // One page is in the destination, and one waits for it.
  expect(pages).toEqual([200, 200]);
  const text = Buffer.concat(await stream.toArray()).toString();
  expect([text.match(/"id":\d+/g)?.length, await count]).toEqual([5_000, E.right(5_000)]);
});
