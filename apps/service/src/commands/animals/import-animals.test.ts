import { setImmediate as turn } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import type { DecodedLine } from './decode-lines.ts';
import { type ImportSettings, importAnimals, type LineOutcome } from './import-animals.ts';

const endless = () => {
  const taken = { lines: 0 };
  const lines = (async function* (): AsyncGenerator<DecodedLine<number>> {
    for (;;) {
      const number = ++taken.lines;
      yield { number, content: E.right(number) };
    }
  })();
  return { lines, taken };
};

const settings: ImportSettings = {
  concurrency: 4,
  stopOnError: false,
  closeInput: () => undefined,
  onRefused: () => undefined,
  onProgress: () => undefined,
};

const store = (): Promise<LineOutcome> => turn('added');

it('takes no more lines than it stores at a time, however many there are', async () => {
  const { lines, taken } = endless();
  const waiting: (() => void)[] = [];
  const slow = (): Promise<LineOutcome> => new Promise((resolve) => waiting.push(() => resolve('added')));
  const { ended, stop } = importAnimals(lines, slow, settings);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect([waiting.length, taken.lines]).toEqual([4, 4]);
  waiting.shift()?.();
  for (let turns = 0; turns < 20; turns++) await turn();
  expect([waiting.length, taken.lines]).toEqual([4, 5]);
  stop();
  for (const end of waiting) end();
  expect(await ended).toEqual({ lastLine: 5, added: 5, present: 0, refused: 0 });
});

it('ends when the store takes nothing more', async () => {
  const { lines } = endless();
  const failing = (line: number): Promise<LineOutcome> =>
    line === 9 ? Promise.resolve({ storeFails: 'the store is full' }) : store();
  const report = await importAnimals(lines, failing, settings).ended;
  expect(report).toMatchObject({ refused: 0, storeFails: 'the store is full' });
  // All others that were begun have ended.
  expect(report.lastLine - report.added).toBe(1);
});

it('fails with what the input or the store throws', async () => {
  const broken = (async function* (): AsyncGenerator<DecodedLine<number>> {
    yield { number: 1, content: E.right(1) };
    throw new Error('no input');
  })();
  await expect(importAnimals(broken, store, settings).ended).rejects.toThrow('no input');
  const bug = (): Promise<LineOutcome> => Promise.reject(new Error('a bug'));
  await expect(importAnimals(endless().lines, bug, settings).ended).rejects.toThrow('a bug');
});
