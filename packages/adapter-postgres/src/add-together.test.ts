import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addTogether } from './add-together.ts';
import type { PostgresPool } from './open-pool.ts';

const [pool, other] = [{}, {}] as PostgresPool[] as [PostgresPool, PostgresPool];
const never = () => false;

const setUp = () => {
  const sent: { readonly items: readonly string[]; readonly on: PostgresPool; readonly end: (e?: Error) => void }[] =
    [];
  const add = addTogether<string, string>((on, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const end = (error?: Error): void => (error ? reject(error) : resolve(items.map((item) => `${item}!`)));
    sent.push({ items, on, end });
    return promise;
  });
  return { add, sent, items: () => sent.map((statement) => statement.items) };
};

it('sends the items of one turn together, those of another connection apart', async () => {
  const { add, sent, items } = setUp();
  const added = [add(pool, 'a', never), add(pool, 'b', never), add(other, 'c', never)];
  await turn();
  expect(items()).toEqual([['a', 'b'], ['c']]);
  for (const { end } of sent) end();
  expect(await Promise.all(added)).toEqual(['a!', 'b!', 'c!']);
});

it('sends at most 100 items in one statement and two statements at once, and leaves out what is late', async () => {
  const { add, sent, items } = setUp();
  let isOver = false;
  const late = () => isOver;
  for (let n = 0; n < 201; n++) void add(pool, `${n}`, never);
  void add(pool, 'late', late);
  await turn();
  expect(items().map(({ length }) => length)).toEqual([100, 100]);
  isOver = true;
  sent[0]?.end();
  await turn();
  expect(items().slice(2)).toEqual([['200']]);
});

it('lets items wait for a statement that runs, but not for one that takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { add, sent, items } = setUp();
  void add(pool, 'a', never);
  await turn();
  void add(pool, 'b', never);
  await turn();
  expect(items()).toEqual([['a']]);
  sent[0]?.end();
  void add(pool, 'c', never);
  await turn();
  expect(items()).toEqual([['a'], ['b', 'c']]);
  void add(pool, 'd', never);
  vi.advanceTimersByTime(1);
  expect(items()).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('tries each item alone if their statement fails, but not in an outage', async () => {
  const { add, sent, items } = setUp();
  const added = Promise.allSettled([add(pool, 'a', never), add(pool, 'b', never)]);
  await turn();
  sent[0]?.end(new Error('refused'));
  await turn();
  sent[1]?.end(new Error('refused'));
  await turn();
  sent[2]?.end();
  expect(items()).toEqual([['a', 'b'], ['a'], ['b']]);
  expect(await added).toMatchObject([{ reason: { message: 'refused' } }, { value: 'b!' }]);

  const outage = Object.assign(new Error('shutting down'), { code: '57P01' });
  const lost = Promise.allSettled([add(pool, 'c', never), add(pool, 'd', never)]);
  await turn();
  sent[3]?.end(outage);
  expect(await lost).toMatchObject([{ reason: outage }, { reason: outage }]);
  expect(items()).toHaveLength(4);
});
