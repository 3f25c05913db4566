import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { expect, it } from 'vitest';
import { expectNoValueInLog, expectStoreSpans } from './secrets/on-store.ts';

const raising = (condition: string): string => `
  CREATE FUNCTION quote() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no %', NEW.name USING ERRCODE = '${condition}', DETAIL = NEW.name; END $$;
  CREATE TRIGGER quote AFTER INSERT ON pets FOR EACH ROW EXECUTE FUNCTION quote();`;

describeOnPostgres('The log of a service on PostgreSQL has no value of an animal', ({ another }) => {
  it.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    [
      'an index of an expression',
      'CREATE INDEX ON pets ((name::integer))',
      { status: 500, err: { message: expect.stringContaining('22P02'), stack: expect.stringContaining('    at ') } },
    ],
    ['a trigger that fails', raising('P0001'), { status: 500, err: { message: expect.stringContaining('P0001') } }],
    [
      'a trigger with the code of an outage',
      raising('57014'),
      { status: 503, reason: expect.stringContaining('57014') },
    ],
  ])('that %s puts into an error', async (_, change, line) => {
    const { uri, sql } = await another();
    await expectNoValueInLog({ POSTGRES_URI: uri }, () => sql(change), line);
  });
});

describeOnPostgres('The traces of a service on PostgreSQL', ({ uri, sql }) => {
  it('have its statements below the requests, without their values, the user and the address', {
    timeout: 60_000,
  }, async () => {
    const fail = () => sql("ALTER TABLE pets ADD CHECK (name <> 'zqsecret') NOT VALID");
    const attributes = ['db.system.name', 'db.namespace', 'db.query.text'];
    const texts = await expectStoreSpans({ POSTGRES_URI: uri }, 'pg', attributes, fail);
    const verbs = texts.map((text) => text.trim().split(/\s/)[0]);
    expect(new Set(verbs)).toEqual(new Set(['', 'SELECT', 'UPDATE', 'WITH']));
  });
});
