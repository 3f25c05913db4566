import { PetId } from '@animal-store/domain';
import { known } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { describeOnPostgres, type Sql } from '@animal-store/testkit/postgres';
import { either as E, option as O } from 'fp-ts';
import { beforeAll, expect, it } from 'vitest';
import { expected } from '../src/schema.ts';
import { connect, newPet, open, refusalOf } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n });

/** Each table, sequence and index of the store. */
const parts = expected.filter((fact) => /^(?:table|sequence|index|unique index) /.test(fact));

const dropPart = async (sql: Sql, part: string): Promise<void> => {
  const [, kind = '', name = '', definition] = /^(table|sequence|.*index on) (\w+)(?: (.*))?$/.exec(part) ?? [];
  if (definition === undefined) return void (await sql(`DROP ${kind} ${name} CASCADE`));
  const [[index, constraint] = []] = await sql(
    `SELECT indexrelid::regclass, conname FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid
      WHERE indrelid = $1::regclass AND pg_get_indexdef(indexrelid) LIKE '%' || $2`,
    [name, definition],
  );
  await sql(constraint ? `ALTER TABLE ${name} DROP CONSTRAINT ${constraint}` : `DROP INDEX ${index}`);
};

const relations = (sql: Sql): Promise<unknown> =>
  sql("SELECT oid, relname FROM pg_class WHERE relnamespace = to_regnamespace('public') ORDER BY oid");

/** Why a store is not ready, and why it adds no animal. */
const causesOf = async ({ ping, pets }: DurableStore): Promise<readonly unknown[]> =>
  [await ping(), await pets.add(rex)()].map((outcome) =>
    E.isLeft(outcome) && 'cause' in outcome.left ? (outcome.left.cause as Error).message : 'none',
  );

describeOnPostgres('A store on PostgreSQL', ({ sql: admin, another }) => {
  const nameOf = (uri: string): string => `"${new URL(uri).pathname.slice(1)}"`;
  const drop = (uri: string) => admin(`DROP DATABASE ${nameOf(uri)} WITH (FORCE)`);
  let copy = '';
  beforeAll(async () => {
    const { uri } = await another();
    const store = await connect(uri);
    await store.pets.add(rex)();
    await store.close();
    copy = nameOf(uri);
  });

  it.each(parts)('that has lost its %s is gone, does not start, and makes nothing anew', async (part) => {
    const { uri, sql } = await another();
    const store = await open(uri);
    await dropPart(sql, part);
    const left = await relations(sql);
    const gone = expect.stringMatching(/^the store is gone: /);
    expect(await causesOf(store)).toEqual([gone, gone]);
    expect(await refusalOf(uri)).toContain(part === 'table animal_store' ? '"pet_ids" already exists' : part);
    expect(await relations(sql)).toEqual(left);
  });

  it.each<[string, (uri: string, sql: Sql) => Promise<unknown>, RegExp]>([
    ['database', drop, /^the store is gone: database ".*" does not exist$/],
    [
      'database, of which an empty one has the name',
      (uri) => drop(uri).then(() => admin(`CREATE DATABASE ${nameOf(uri)}`)),
      /^the store is gone: table animal_store does not exist$/,
    ],
    ['schema', (_, sql) => sql('DROP SCHEMA public CASCADE'), /^the store is gone: table animal_store does not exist$/],
  ])('that has lost its %s is gone until it is restored', async (_, lose, cause) => {
    const { uri, sql } = await another();
    const store = await open(uri);
    await lose(uri, sql);
    const gone = expect.stringMatching(cause);
    expect(await causesOf(store)).toEqual([gone, gone]);
    await admin(`DROP DATABASE IF EXISTS ${nameOf(uri)} WITH (FORCE); `);
    await admin(`CREATE DATABASE ${nameOf(uri)} TEMPLATE ${copy}`);
    await expect.poll(store.ping, { timeout: 5_000 }).toEqual(E.right(undefined));
    expect(await store.pets.find(known(PetId)(1n))()).toEqual(E.right(O.some({ ...rex, id: 1n })));
  });
});
