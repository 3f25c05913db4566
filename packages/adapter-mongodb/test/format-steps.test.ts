import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { Db } from 'mongodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkWith } from '../src/check.ts';
import type { CounterDocument } from '../src/collections.ts';
import { openWith } from '../src/open.ts';
import { type FormatStep, formatSteps } from '../src/schema.ts';
import { bothOn, connect, newPet, open } from './store.ts';

/** A step that counts how often it changes an animal, and changes only those that it has not changed. */
const step = (title: string): FormatStep => ({
  title,
  run: (database: Db) =>
    database.collection('pets').updateMany({ [title]: { $exists: false } }, { $inc: { [title]: 1 } }),
});
const next = [...formatSteps, step('second'), step('third')];
const titles = ['second', 'third'].map(
  (title, index) => `change the documents to format ${formatSteps.length + 1 + index}: ${title}`,
);

describeOnMongodb('A database of an older format', ({ another }) => {
  /** A database of the current format with one animal. */
  const setUp = async () => {
    const { uri, database } = another();
    const { pets, close } = await connect(uri);
    await pets.add(newPet({ name: 'Rex', categoryId: 1n }))();
    await close();
    /** The animal, and the format. */
    const state = async () => {
      const [pet] = await database
        .collection('pets')
        .find({}, { projection: { _id: 0, categoryId: 0 } })
        .toArray();
      return [pet, (await database.collection<CounterDocument>('counters').findOne({ _id: 'format' }))?.last];
    };
    return { uri, state };
  };

  /** A start of a program with these steps. */
  const start = async (uri: string, steps: readonly FormatStep[]) => {
    const store = await openWith(steps)(uri)();
    if (E.isRight(store)) onTestFinished(store.right.close);
    return store;
  };

  it('is listed by the check, and brought to the current one in order, once, by two instances that start at once', async () => {
    const { uri, state } = await setUp();
    const before = await state();
    expect(await checkWith(next)(uri)()).toEqual(E.right({ state: 'ours', steps: titles }));
    expect(await state()).toEqual(before);
    const stores = await Promise.all([start(uri, next), start(uri, next)]);
    expect(stores.map(E.isRight)).toEqual([true, true]);
    expect(await state()).toEqual([{ name: 'Rex', second: 1, third: 1 }, next.length]);
    expect(await checkWith(next)(uri)()).toEqual(E.right({ state: 'ours', steps: [] }));
  });

  it('is brought to the current one after a start that was killed between two steps', async () => {
    const { uri, state } = await setUp();
    const run = vi.fn(() => Promise.reject(new Error('killed')));
    const killed = await start(uri, next.with(-1, { title: 'third', run }));
    expect(killed).toMatchObject({ left: { message: 'MongoDB cannot be used: killed' } });
    expect(await state()).toEqual([{ name: 'Rex', second: 1 }, next.length - 1]);
    expect(await checkWith(next)(uri)()).toEqual(E.right({ state: 'ours', steps: titles.slice(1) }));
    await start(uri, next);
    expect(await state()).toEqual([{ name: 'Rex', second: 1, third: 1 }, next.length]);
  });

  it('is refused by an earlier program, which stops to serve it when it is raised', async () => {
    const { uri } = await setUp();
    const running = await open(uri);
    expect(await running.ping()).toEqual(E.right(undefined));
    await start(uri, next);
    const message = `the database has format ${next.length}, and this program knows only ${formatSteps.length}; use a newer program`;
    const unavailable = { left: { _tag: 'RepositoryUnavailable', cause: { message } } };
    expect(await running.ping()).toMatchObject({ left: { cause: { message: 'the database has a newer format' } } });
    expect(await running.pets.add(newPet({ name: 'Tom', categoryId: 1n }))()).toMatchObject(unavailable);
    expect(await bothOn(uri)).toEqual([`MongoDB cannot be used: ${message}`, `MongoDB cannot be used: ${message}`]);
  });
});
