import { either as E } from 'fp-ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGroupCommit, type InTransaction } from '../src/group-commit.ts';
import { add, idempotency, newFile, newPet, open, query } from './store.ts';

it('Writes of one turn share one transaction, and those of the next turn another', async () => {
  const transactions = vi.fn((operation: () => unknown) => operation());
  const write = createGroupCommit(transactions as InTransaction, 1_000);
  const results = Array.from({ length: 64 }, (_, n) => write(() => n));
  expect(transactions).not.toHaveBeenCalled();
  expect(await Promise.all(results)).toEqual(Array.from({ length: 64 }, (_, n) => n));
  expect(transactions).toHaveBeenCalledOnce();
  expect(await write(() => 'next')).toBe('next');
  expect(transactions).toHaveBeenCalledTimes(2);
});

it('While another process has the lock, each write is retried each millisecond until its own time is over', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = performance.now();
  const transactions = vi.fn(() => {
    throw Object.assign(new Error('database is locked'), { errcode: 5 });
  });
  const write = createGroupCommit(transactions, 10);
  const timeOfFailure = (): Promise<number> =>
    write(() => {}).then(
      () => expect.unreachable(),
      () => performance.now() - start,
    );
  const first = timeOfFailure();
  await vi.advanceTimersByTimeAsync(4);
  const second = timeOfFailure();
  await vi.advanceTimersByTimeAsync(10);
  expect(await Promise.all([first, second])).toEqual([10, 14]);
  // One at once, and one after each millisecond.
  expect(transactions).toHaveBeenCalledTimes(15);
});

it('Writes of one turn are kept although one of them cannot be stored, which is thrown and leaves nothing', async () => {
  const file = newFile();
  const { pets } = await open(file);
  const given = [newPet('a'), Object.assign(newPet('b'), { categoryId: 'odd' }), newPet('c')];
  const outcomes = await Promise.allSettled(given.map((one, n) => add(pets, one, idempotency(`${n}`))));
  const reason = { message: expect.stringContaining('cannot store TEXT value in INTEGER column') };
  expect(outcomes).toMatchObject([{ value: { id: 1n } }, { reason }, { value: { id: 2n } }]);
  expect(query(file, 'SELECT name FROM pets ORDER BY id')).toEqual(['a', 'c']);
  expect(query(file, 'SELECT key FROM creations ORDER BY pet_id')).toEqual(['0', '2']);
});

it('The check of readiness commits a page to the disk, and changes nothing', async () => {
  const file = newFile();
  const { pets, ping } = await open(file);
  await add(pets, newPet('a'), idempotency('a'));
  const state = (): readonly unknown[] =>
    ['pets', 'creations', 'sqlite_sequence', 'pragma_application_id', 'pragma_user_version'].map((table) =>
      query(file, `SELECT * FROM ${table}`),
    );
  // The number of pages in the log.
  const pages = (): number => Number(query(file, 'PRAGMA wal_checkpoint(NOOP)')[1]);
  const [before, size] = [state(), pages()];
  expect([await ping(), state(), pages()]).toEqual([E.right(undefined), before, size + 1]);
});
