import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../src/database.ts';
import { checkSqlite, openSqlite } from '../src/index.ts';
import { add, apiKey, idempotency, newPet, petId } from './sqlite/samples.ts';
import { newFile, open } from './sqlite/stores.ts';

/** Runs statements on a file as another program does. */
const alter = (file: string, sql: string): void => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

/** The message of the start, which is that of the check too. */
const refusal = async (file: string): Promise<string> => {
  const [checked, opened] = [await checkSqlite(file)(), await openSqlite(file, { lockTimeoutMS: 100 })()];
  if (E.isRight(opened)) await opened.right.close();
  const [check, start] = [checked, opened].map((outcome) =>
    E.isLeft(outcome) ? `${outcome.left._tag}: ${outcome.left.message.replace(file, 'FILE')}` : 'opened',
  );
  // The check asks access(2), which knows nothing of seteuid.
  if (process.getuid?.() === process.geteuid?.()) expect(check).toBe(start);
  return String(start);
};

/** Runs something without the rights of root, which may write everywhere. */
const unprivileged = async <A>(task: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return task();
  process.seteuid?.(65_534);
  try {
    return await task();
  } finally {
    process.seteuid?.(0);
  }
};

describe('A file that cannot be used is refused', () => {
  it.each<readonly [string, (file: string) => unknown, string]>([
    [
      'its directory does not exist',
      (file) => rmdirSync(dirname(file)),
      'cannot be made, because its directory does not exist',
    ],
    ['it is a directory', (file) => mkdirSync(file), 'is not a regular file'],
    ['it is not a database', (file) => writeFileSync(file, 'a line\n'.repeat(100)), 'is not an SQLite database'],
  ])('if %s', async (_, make, reason) => {
    const file = newFile();
    make(file);
    expect(await refusal(file)).toBe(`SqliteMisconfigured: FILE ${reason}`);
    mkdirSync(dirname(file), { recursive: true });
  });

  it.each<readonly [string, number, number]>([
    ['it can be read and not written', 0o444, 0o777],
    ['it can be written and its directory cannot', 0o666, 0o555],
  ])('if %s', async (_, ofFile, ofDirectory) => {
    const file = newFile();
    await (await open(file)).close();
    chmodSync(file, ofFile);
    chmodSync(dirname(file), ofDirectory);
    expect(await unprivileged(() => refusal(file))).toBe(
      'SqliteMisconfigured: FILE cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)',
    );
  });

  it.each(['CREATE TABLE t (a)', 'PRAGMA application_id = 7', 'PRAGMA user_version = 1'])(
    'if it belongs to another program, which is not changed (%s)',
    async (sql) => {
      const file = newFile();
      alter(file, sql);
      const before = readFileSync(file);
      expect(await refusal(file)).toBe('SqliteMisconfigured: FILE is a database of another program');
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it('if a newer version of this program has written it', async () => {
    const file = newFile();
    await (await open(file)).close();
    alter(file, 'PRAGMA user_version = 2');
    expect(await refusal(file)).toBe(
      'SqliteMisconfigured: FILE has version 2 of the tables, and this program knows only version 1; use a newer program',
    );
  });

  it('if another process has locked it', async () => {
    const file = newFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    expect(await openSqlite(file, { lockTimeoutMS: 100 })()).toEqual(
      E.left({ _tag: 'SqliteMisconfigured', message: `${file} is locked by another process` }),
    );
    other.close();
    expect(await refusal(file)).toBe('opened');
  });
});

describe('A file', () => {
  it('is readable only for its user, like the two files next to it', async () => {
    const file = newFile();
    await open(file);
    const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(file + suffix).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '600']);
  });

  it('is written through to the disk by each commit', async () => {
    const file = newFile();
    await open(file);
    const connection = openConnection(file);
    const pragma = (name: string): unknown => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('synchronous'), pragma('journal_mode'), pragma('application_id')]).toEqual([2, 'wal', 0x414e494d]);
    connection.close();
  });

  it('is made once when many open it at the same time', async () => {
    const file = newFile();
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(file)));
    const ids = await Promise.all(stores.map(async ({ pets }) => (await add(pets, newPet('Rex'))).id));
    expect(ids.toSorted()).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  it('of version 1 is opened with all that was stored', async () => {
    const file = newFile();
    writeFileSync(file, gunzipSync(readFileSync(new URL('stored/format-1.db.gz', import.meta.url))));
    const { pets, apiKeys } = await open(file);
    const tom = { id: 2n, name: 'Tom', categoryId: 7n };
    const stored = [
      { id: 1n, name: 'Rex', categoryId: 7n, status: 'available' },
      tom,
      { id: 2n ** 40n, name: '🦊', categoryId: -(2n ** 63n), status: 'sold' },
    ];
    expect(await pets.list({ limit: 10 })()).toEqual(E.right(stored));
    expect(await apiKeys.list()()).toEqual(
      E.right([
        { ...apiKey('aaaaaaaa'), lastUsed: 3_600_000 },
        { ...apiKey('bbbbbbbb'), expires: 2000, revoked: 1500 },
      ]),
    );
    expect(await add(pets, newPet('Tom'), idempotency('k'))).toEqual(tom);
    expect((await add(pets, newPet('Tom'))).id).toBe(2n ** 40n + 1n);
  });

  it('may be named by a link, next to which nothing is created', async () => {
    const [file, link] = [newFile(), newFile()];
    await (await open(file)).close();
    symlinkSync(file, link);
    await open(link);
    expect([readdirSync(dirname(link)), readdirSync(dirname(file)).length]).toEqual([['animals.db'], 3]);
  });

  it('names an animal or an API key that cannot be read, and the reason', async () => {
    const file = newFile();
    const { pets, apiKeys } = await open(file);
    await apiKeys.add(apiKey('aaaaaaaa'))();
    alter(file, "UPDATE api_keys SET label = ''");
    const ofKey = /^The row with the id aaaaaaaa in api_keys cannot be read: label must be/;
    await expect(apiKeys.findByDigest(apiKey('aaaaaaaa').digest)()).rejects.toThrow(ofKey);
    await expect(apiKeys.list()()).rejects.toThrow(ofKey);
    alter(file, "PRAGMA ignore_check_constraints = ON; INSERT INTO pets VALUES (5, 'Rex', 1, 'lost')");
    await expect(pets.list({ limit: 1 })()).rejects.toThrow(
      /^The row with the id 5 in pets cannot be read: status must be/,
    );
  });

  it('is unavailable for additions when no id up to 2^53 - 1 is left', async () => {
    const file = newFile();
    const { pets } = await open(file);
    alter(file, `INSERT INTO pets (id, name, category_id) VALUES (${2n ** 53n - 2n}, 'x', 1)`);
    expect((await add(pets, newPet('Rex'))).id).toBe(petId(2n ** 53n - 1n));
    expect(await pets.add(newPet('Pip'))()).toMatchObject({
      left: {
        _tag: 'RepositoryUnavailable',
        cause: { message: expect.stringContaining('CHECK constraint failed: id BETWEEN') },
      },
    });
  });
});
