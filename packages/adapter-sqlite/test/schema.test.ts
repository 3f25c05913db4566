import { readFileSync } from 'node:fs';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkWith } from '../src/check.ts';
import { openWith } from '../src/open.ts';
import { allSteps, type Step } from '../src/schema.ts';
import { add, alter, newFile, newPet, open, outageOf, query } from './store.ts';

// Steps of versions to come: each is a change that an operator can see.
const addColumn: Step = { title: 'add a column', sql: 'ALTER TABLE pets ADD COLUMN of_this_test TEXT' };
const addOwner: Step = {
  title: 'add the owners',
  sql: "ALTER TABLE pets ADD COLUMN owner TEXT NOT NULL DEFAULT 'none'",
};
const broken: Step = { title: 'fail', sql: 'UPDATE pets SET none = 1' };

const [current, next, afterNext] = [allSteps.length, [...allSteps, addColumn], [...allSteps, addColumn, addOwner]];

/** A file of the current version, with one animal. */
const currentFile = async (): Promise<string> => {
  const file = newFile();
  const { pets, close } = await open(file);
  await add(pets, newPet('Rex'));
  await close();
  return file;
};

const openAndClose = async (file: string, steps: readonly Step[]): Promise<string> => {
  const opened = await openWith(steps)(file)();
  if (E.isLeft(opened)) return opened.left.message;
  await opened.right.close();
  return 'opened';
};

const columnsOf = (file: string): readonly unknown[] => query(file, "SELECT name FROM pragma_table_info('pets')");

it('A start brings an earlier file to its version, in the order of the steps, and keeps what it has', async () => {
  const file = await currentFile();
  expect(await openAndClose(file, afterNext)).toBe('opened');
  expect(query(file, 'SELECT id, name, of_this_test, owner FROM pets')).toEqual([1, 'Rex', null, 'none']);
  expect(query(file, 'PRAGMA user_version')).toEqual([current + 2]);
  // Once: a second column of the same name would be refused.
  expect(await openAndClose(file, afterNext)).toBe('opened');
});

it('The check names the steps that a start would take, and takes none', async () => {
  const file = await currentFile();
  const before = readFileSync(file);
  const due = (steps: readonly Step[]) => checkWith(steps)(file)();
  expect(await due(afterNext)).toEqual(E.right({ state: 'ours', steps: ['add a column', 'add the owners'] }));
  expect(readFileSync(file).equals(before)).toBe(true);
  await openAndClose(file, next);
  expect(await due(afterNext)).toEqual(E.right({ state: 'ours', steps: ['add the owners'] }));
  await openAndClose(file, afterNext);
  expect(await due(afterNext)).toEqual(E.right({ state: 'ours', steps: [] }));
});

it('A start that fails between two steps leaves the file as it was, and the next one takes all', async () => {
  const file = await currentFile();
  const columns = columnsOf(file);
  const refusal = `${file} cannot be opened: no such column: none`;
  expect(await openAndClose(file, [...next, broken])).toBe(refusal);
  expect([columnsOf(file), query(file, 'PRAGMA user_version')]).toEqual([columns, [current]]);
  expect(await openAndClose(file, afterNext)).toBe('opened');
});

it('A start refuses an earlier file whose tables another program has changed', async () => {
  const file = await currentFile();
  alter(file, 'ALTER TABLE pets ADD COLUMN color TEXT');
  const changed = `${file} has a changed table pets; undo that change, or restore a backup`;
  expect(await openAndClose(file, next)).toBe(changed);
});

it.each([
  ['changes the tables', next],
  ['changes rows alone', [...allSteps, { title: 'rename', sql: "UPDATE pets SET name = 'Tom'" }]],
])('A service that runs is not ready and writes nothing once a newer program %s', async (_, steps) => {
  const file = newFile();
  const { pets, ping } = await open(file);
  await add(pets, newPet('Rex'));
  expect(await openAndClose(file, steps)).toBe('opened');
  const message = `${file} has version ${current + 1} of the tables, and this program knows only version ${current}; use a newer program`;
  expect([await pets.add(newPet('Pip'))(), await ping()]).toMatchObject([outageOf(message), outageOf(message)]);
  expect(query(file, 'SELECT count(*) FROM pets')).toEqual([1]);
});
