import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { expect, it } from 'vitest';
import { expectStoreSpans } from './store-spans.ts';

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
