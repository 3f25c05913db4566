import { PetId } from '@animal-store/domain';
import { known } from '@animal-store/domain-testkit';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E, option as O } from 'fp-ts';
import { expect, it } from 'vitest';
import { newPet, open } from './store.ts';

describeOnPostgres('The rows of a store on PostgreSQL', ({ another }: TestDatabase) => {
  const setUp = async () => {
    const { uri, sql } = await another();
    return { sql, store: await open(uri) };
  };

  it('may have a name with a single backslash, as a person writes it', async () => {
    const { sql, store } = await setUp();
    await sql("INSERT INTO pets VALUES (2, 'C:\\pets', 1)");
    expect(await store.pets.list({ limit: 1 })()).toEqual(E.right([{ id: 2n, name: 'C:\\pets', categoryId: 1n }]));
  });

  it('that are not animals fail alone, and name themselves', async () => {
    const { sql, store } = await setUp();
    await sql("ALTER TABLE pets DROP CONSTRAINT pets_status_check; INSERT INTO pets VALUES (1, 'Rex', 1, 'on hold')");
    const [wrong, other] = await Promise.allSettled([1n, 2n].map((id) => store.pets.find(known(PetId)(id))()));
    const message = 'The row with the id 1 in pets cannot be read: status must be one of available, pending, sold';
    expect(wrong).toMatchObject({ reason: { message } });
    expect(other).toMatchObject({ value: E.right(O.none) });
  });

  const raise = (options: string): string =>
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE '%', NEW.name USING ${options}; END $$;
    CREATE TRIGGER t AFTER INSERT ON pets FOR EACH ROW EXECUTE FUNCTION f()`;
  it.each([
    ["ALTER TABLE pets ADD CHECK (name <> 's3cret')", '23514'],
    ['CREATE INDEX ON pets ((name::integer))', '22P02'],
    ["ALTER TABLE pets ADD CHECK (current_setting(name) <> '')", '42704'],
    [raise("ERRCODE = '42501', DETAIL = NEW.name, CONSTRAINT = NEW.name"), '42501'],
  ])('are shown in no error after %s', async (change, code) => {
    const { sql, store } = await setUp();
    await sql(change);
    const added = store.pets.add(newPet({ name: 's3cret', categoryId: 1n }))();
    const failure = await added.then(E.toUnion, (error: unknown) => ({ cause: error }));
    const { cause } = failure as { cause?: Error };
    expect(cause?.message).toBe(`a statement is refused: code ${code}; the log of PostgreSQL has the message`);
    expect(JSON.stringify({ ...cause, text: String(cause) })).not.toContain('s3cret');
  });
});
