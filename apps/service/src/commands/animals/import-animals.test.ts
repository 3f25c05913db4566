import { setImmediate as turn } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import type { DecodedLine } from './decode-lines.ts';
import { type ImportSettings, importAnimals, type LineOutcome } from './import-animals.ts';

/** Lines without an end, of which each `broken` one is refused, and how many were taken. */
const endless = (...broken: readonly number[]) => {
  const taken = { lines: 0, isClosed: false };
  const lines = (async function* (): AsyncGenerator<DecodedLine<number>> {
    while (!taken.isClosed) {
      const number = ++taken.lines;
      yield { number, content: broken.includes(number) ? E.left('broken') : E.right(number) };
    }
  })();
  return { lines, taken };
};

const until = async function* (last: number, ...broken: readonly number[]): AsyncGenerator<DecodedLine<number>> {
  for (let number = 1; number <= last; number++) {
    yield { number, content: broken.includes(number) ? E.left('broken') : E.right(number) };
  }
};

const refusals: string[] = [];
const settings: ImportSettings = {
  concurrency: 4,
  stopOnError: false,
  closeInput: () => undefined,
  onRefused: (line, reason) => void refusals.push(`${line} ${reason}`),
  onProgress: () => undefined,
};

/** Stores whole tens as if they were there already, and refuses 7. */
const store = async (line: number): Promise<LineOutcome> => {
  await turn();
  if (line === 7) return { refused: 'taken' };
  return line % 10 === 0 ? 'present' : 'added';
};

it('stores every line once, and counts what became of it', async () => {
  refusals.length = 0;
  const stored: number[] = [];
  const keep = (line: number): Promise<LineOutcome> => {
    stored.push(line);
    return store(line);
  };
  const { ended } = importAnimals(until(25, 3, 25), keep, settings);
  expect(await ended).toEqual({ lastLine: 25, added: 20, present: 2, refused: 3 });
  expect(refusals).toEqual(['3 broken', '7 taken', '25 broken']);
  expect(stored).toEqual(Array.from({ length: 25 }, (_, n) => n + 1).filter((n) => n !== 3 && n !== 25));
});

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

it('with stopOnError, starts no line after a refused one and ends those in flight', async () => {
  const { lines, taken } = endless(6);
  const input = { ...settings, stopOnError: true, closeInput: () => void Object.assign(taken, { isClosed: true }) };
  const { ended } = importAnimals(lines, store, input);
  expect(await ended).toEqual({ lastLine: 6, added: 5, present: 0, refused: 1 });
  expect(taken.isClosed).toBe(true);
});

it('ends when the store takes nothing more', async () => {
  const { lines } = endless();
  const failing = (line: number): Promise<LineOutcome> =>
    line === 9 ? Promise.resolve({ storeFails: 'the store is full' }) : store(line);
  const report = await importAnimals(lines, failing, settings).ended;
  expect(report).toMatchObject({ refused: 1, storeFails: 'the store is full' });
  expect(report.lastLine - report.added - report.present).toBe(2);
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

it('ends although it waits for input, once it is stopped', async () => {
  const { promise, reject } = Promise.withResolvers<IteratorResult<DecodedLine<number>>>();
  const silent: AsyncIterator<DecodedLine<number>> = { next: () => promise };
  const one = { ...settings, closeInput: () => reject(new Error('closed')) };
  const { ended, stop } = importAnimals(silent, store, one);
  stop();
  expect(await ended).toEqual({ lastLine: 0, added: 0, present: 0, refused: 0 });
});
