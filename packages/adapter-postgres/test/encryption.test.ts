import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectSql, describeOnCluster } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { beforeAll, expect, it } from 'vitest';
import { connect } from './postgres/connect.ts';

describeOnCluster('An encrypted connection', (cluster) => {
  let authority = '';
  beforeAll(async () => {
    const { sql, close } = connectSql(cluster().uri('postgres'));
    const data = String((await sql('SHOW data_directory'))[0]?.[0]);
    authority = join(data, 'server.crt');
    const key = join(data, 'server.key');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const given = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', authority];
    await promisify(execFile)('openssl', given);
    const { uid, gid } = await stat(data);
    for (const file of [key, authority]) await chown(file, uid, gid);
    await sql('ALTER SYSTEM SET ssl = on');
    await sql('SELECT pg_reload_conf()');
    await close();
  });

  const outcomeOf = async (host: string, options: string): Promise<unknown> => {
    const uri = cluster().uri('postgres').replace('127.0.0.1', host);
    const store = await connect(`${uri}?${options.replace('CA', authority)}`);
    const outcome = await store.ping();
    const { sql, close } = connectSql(cluster().uri('postgres'));
    const rows = await sql(
      'SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = $1',
      ['animal-store'],
    );
    await close();
    await store.close();
    return E.isRight(outcome) ? rows[0]?.[0] : String(outcome.left.cause);
  };

  it.each([
    ['localhost', 'sslmode=verify-full&sslrootcert=CA', 't'],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=CA', /does not match certificate's altnames.*127\.0\.0\.1/],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=CA', 't'],
    ['localhost', 'sslmode=verify-full', /self-signed certificate/],
    ['127.0.0.1', 'sslmode=require', 't'],
    ['127.0.0.1', 'sslmode=disable', 'f'],
  ])('to %s with %s: %s', async (host, options, expected) => {
    // The server may take a moment to read its certificate.
    const matching = typeof expected === 'string' ? expected : expect.stringMatching(expected);
    await expect.poll(() => outcomeOf(host, options), { timeout: 5_000 }).toEqual(matching);
  });
});
