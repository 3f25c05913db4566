import { execFile } from 'node:child_process';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectSql, startsWithinMS } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../src/index.ts';
import { describeOnCluster, open } from './store.ts';

describeOnCluster('The encryption of a connection', (cluster) => {
  let data = '';

  const restart = async (): Promise<void> => {
    await cluster().stop();
    await cluster().start();
  };

  const makeCertificate = async (): Promise<void> => {
    const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost';
    const names = `-addext subjectAltName=DNS:localhost -keyout ${data}/server.key -out ${data}/server.crt`;
    await promisify(execFile)('openssl', `${kind} ${names}`.split(' '));
  };

  beforeAll(async () => {
    const { sql, close } = connectSql(cluster().uri('postgres'));
    data = String((await sql('SHOW data_directory'))[0]?.[0]);
    await sql("CREATE ROLE guarded LOGIN PASSWORD 'pw'");
    await sql('ALTER SYSTEM SET ssl = on');
    await close();
    await makeCertificate();
    const { uid, gid } = await stat(data);
    for (const file of ['server.crt', 'server.key']) await chown(join(data, file), uid, gid);
    await writeFile(join(data, 'pg_hba.conf'), 'host all guarded all scram-sha-256\nhost all all all trust');
    await restart();
  }, startsWithinMS);

  const at = (host: string, options: string, user = 'postgres'): string =>
    `postgresql://${user}@${host}:${cluster().port}/postgres?${options.replace('OWN', `sslrootcert=${data}/server.crt`)}`;

  /** Whether the connections of a store are encrypted, or why it is not ready or does not start. */
  const outcomeOf = async (uri: string): Promise<unknown> => {
    const opened = await openPostgres(uri)();
    if (E.isLeft(opened)) return opened.left.message;
    const { ping, close } = opened.right;
    const ready = await ping();
    const { sql, close: closeSql } = connectSql(cluster().uri('postgres'));
    const [[ssl] = []] = await sql(
      "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'animal-store'",
    );
    await closeSql();
    await close();
    if (E.isLeft(ready)) return (ready.left.cause as Error).message;
    return ssl === 't' ? 'encrypted' : 'plain';
  };

  it.each<[host: string, options: string, outcome: unknown]>([
    ['127.0.0.1', '', 'encrypted'],
    ['127.0.0.1', 'sslmode=disable', 'plain'],
    ['127.0.0.1', 'OWN', 'encrypted'],
    ['localhost', 'sslmode=verify-full&OWN', 'encrypted'],
    ['127.0.0.1', 'sslmode=verify-full&OWN', expect.stringMatching(/^Hostname\/IP does not match/)],
    ['localhost', 'sslmode=verify-full', expect.stringMatching(/^self-signed certificate/)],
  ])('to %s with %s: %s', async (host, options, outcome) => {
    expect(await outcomeOf(at(host, options))).toEqual(outcome);
  });

  it('needs the password that the server asks for', async () => {
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded'))).toMatch(/^PostgreSQL cannot be used: SASL/);
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded:wrong'))).toBe(
      'PostgreSQL cannot be used: password authentication failed for user "guarded"',
    );
  });

  it('uses a certificate that was renewed on disk, without a restart', async () => {
    const { ping } = await open(at('localhost', 'sslmode=verify-full&OWN'));
    expect(await ping()).toEqual(E.right(undefined));
    await makeCertificate();
    await restart();
    await expect.poll(ping, { timeout: 5_000 }).toEqual(E.right(undefined));
  });

  it('is left out if the server has none, unless sslmode demands it', async () => {
    const { sql, close } = connectSql(cluster().uri('postgres'));
    await sql('ALTER SYSTEM SET ssl = off');
    await close();
    await restart();
    expect(await outcomeOf(at('127.0.0.1', ''))).toBe('plain');
    expect(await outcomeOf(at('127.0.0.1', 'sslmode=require'))).toBe(
      'PostgreSQL cannot be used: The server does not support SSL connections',
    );
  });
});
