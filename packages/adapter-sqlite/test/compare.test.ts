import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { checkSqlite } from '../src/index.ts';
import { add, alter, expectRefusal, newFile, newPet, open, outageOf, petId } from './store.ts';

describe('A file whose tables another program has changed is refused, and a running store on it writes nothing', () => {
  it.each([
    ['DROP INDEX pets_status; CREATE INDEX pets_status ON pets (status)', 'a changed index pets_status'],
    ['ALTER TABLE pets ADD COLUMN color TEXT', 'a changed table pets'],
    ['CREATE TRIGGER t AFTER INSERT ON pets BEGIN DELETE FROM pets; END', 'an additional trigger t on its table pets'],
    ['CREATE UNIQUE INDEX i ON pets (name)', 'an additional index i on its table pets'],
    ['CREATE INDEX i ON pets (abs(name))', 'an additional index i on its table pets'],
    ['CREATE INDEX i ON pets (name) WHERE abs(name) > 1', 'an additional index i on its table pets'],
  ])('%s', async (sql, change) => {
    const file = newFile();
    const { pets, ping, close } = await open(file);
    expect(await ping()).toEqual(E.right(undefined));
    alter(file, sql);
    const message = `${file} has ${change}; undo that change, or restore a backup`;
    expect([await ping(), await pets.add(newPet('Rex'))()]).toMatchObject([outageOf(message), outageOf(message)]);
    await close();
    await expectRefusal(file, message);
  });
});

it.each([
  'CREATE INDEX "an index" ON pets (name DESC, category_id)',
  'CREATE VIEW v AS SELECT name FROM pets',
  'CREATE TABLE t (pet_id REFERENCES pets); CREATE TRIGGER u AFTER INSERT ON t BEGIN DELETE FROM t; END',
])('A file to which another program has added something that harms no row is used: %s', async (sql) => {
  const file = newFile();
  const { ping, pets } = await open(file);
  alter(file, sql);
  expect([await checkSqlite(file)(), await ping()]).toEqual([
    E.right({ state: 'ours', steps: [] }),
    E.right(undefined),
  ]);
  await open(file);
  expect((await add(pets, newPet('Rex'))).id).toBe(1n);
});

it.each([
  ['is removed', 'DELETE FROM sqlite_sequence'],
  ['is behind', 'UPDATE sqlite_sequence SET seq = 1'],
])('A file gives no id twice though its last id %s', async (_, sql) => {
  const file = newFile();
  const { pets, maintenance } = await open(file);
  for (const id of [1n, 2n, 3n]) expect((await add(pets, newPet('Rex'))).id).toBe(id);
  alter(file, sql);
  expect(await maintenance.lastId()()).toEqual(E.right(3n));
  expect((await add(pets, newPet('Rex'))).id).toBe(4n);
  alter(file, sql);
  expect(await maintenance.raiseLastId(petId(10n))()).toEqual(E.right(undefined));
  expect((await add(pets, newPet('Rex'))).id).toBe(11n);
});
