import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { allSteps } from '../src/schema.ts';
import { add, alter, apiKey, idempotency, newFile, newPet, open } from './store.ts';

it('A file is readable only for its user, like the two files next to it', async () => {
  const file = newFile();
  await open(file);
  const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(file + suffix).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '600', '600']);
});

it('A file is written through to the disk by each commit', async () => {
  const file = newFile();
  await open(file);
  using connection = openConnection(file);
  const pragma = (name: string): unknown => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect([pragma('synchronous'), pragma('journal_mode'), pragma('application_id')]).toEqual([2, 'wal', 0x414e494d]);
  expect([pragma('fullfsync'), pragma('checkpoint_fullfsync')]).toEqual([1, 1]);
});

const stored = new URL('stored/', import.meta.url);

it('There is a stored copy of each version before the current one', () => {
  const copies = readdirSync(stored).filter((name) => name !== `version-${allSteps.length}.db.gz`);
  expect(copies).toEqual(allSteps.slice(1).map((_, n) => `version-${n + 1}.db.gz`));
});

it.each(readdirSync(stored))('A file of an earlier program is opened with all that was stored: %s', async (copy) => {
  const file = newFile();
  writeFileSync(file, gunzipSync(readFileSync(new URL(copy, stored))));
  const { pets, apiKeys } = await open(file);
  const tom = { id: 2n, name: 'Tom', categoryId: 7n };
  const fox = { id: 2n ** 40n, name: '🦊', categoryId: -(2n ** 63n), status: 'sold' };
  const animals = [{ id: 1n, name: 'Rex', categoryId: 7n, status: 'available' }, tom, fox];
  expect(await pets.list({ limit: 10 })()).toEqual(E.right(animals));
  const [used, revoked] = [apiKey('aaaaaaaa'), apiKey('bbbbbbbb')];
  const keys = [
    { ...used, lastUsed: 3_600_000 },
    { ...revoked, expires: 2000, revoked: 1500 },
  ];
  expect(await apiKeys.list()()).toEqual(E.right(keys));
  expect(await add(pets, newPet('Tom'), idempotency('k'))).toEqual(tom);
  expect((await add(pets, newPet('Tom'))).id).toBe(2n ** 40n + 1n);
});

it('A file may be named by a link, next to which nothing is created', async () => {
  const [file, link] = [newFile(), newFile()];
  await (await open(file)).close();
  symlinkSync(file, link);
  await open(link);
  expect([readdirSync(dirname(link)), readdirSync(dirname(file)).length]).toEqual([['animals.db'], 3]);
});

it('A file names an animal or an API key that cannot be read, and the reason', async () => {
  const file = newFile();
  const { pets, apiKeys } = await open(file);
  await apiKeys.add(apiKey('aaaaaaaa'))();
  alter(file, "UPDATE api_keys SET label = ''");
  const ofKey = /^The row with the id aaaaaaaa in api_keys cannot be read: label must be/;
  await expect(apiKeys.list()()).rejects.toThrow(ofKey);
  const insert = "INSERT INTO pets (id, name, category_id, status) VALUES (5, 'Rex', 1, 'lost')";
  alter(file, `PRAGMA ignore_check_constraints = ON; ${insert}`);
  const ofPet = /^The row with the id 5 in pets cannot be read: status must be/;
  await expect(pets.list({ limit: 1 })()).rejects.toThrow(ofPet);
});

it('A file gives no id above 2^53 - 1', async () => {
  const file = newFile();
  const { pets } = await open(file);
  alter(file, `INSERT INTO pets (id, name, category_id) VALUES (${2n ** 53n - 2n}, 'x', 1)`);
  expect((await add(pets, newPet('Rex'))).id).toBe(2n ** 53n - 1n);
  await expect(add(pets, newPet('Pip'))).rejects.toThrow('CHECK constraint failed: id BETWEEN');
});
