import { execFile } from 'node:child_process';
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectSql, startsWithinMS } from '@animal-store/testkit/postgres';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../src/index.ts';
import { describeOnCluster, open } from './store.ts';

const run = promisify(execFile);

const makeCertificate = async (folder: string, name: string): Promise<string> => {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const kind = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  await run('openssl', `req -x509 ${kind} ${subject} -keyout ${key} -out ${file}`.split(' '));
  return file;
};

describeOnCluster('The encryption of a connection', (cluster) => {
  const home = temporaryFolder(afterAll);
  let data = '';
  let sockets = '';
  let right = '';
  let wrong = '';
  const configure = async (...settings: readonly string[]): Promise<void> => {
    const { sql, close } = connectSql(cluster().uri('postgres'));
    for (const setting of settings) await sql(`ALTER SYSTEM SET ${setting}`);
    await close();
    await cluster().stop();
    await cluster().start();
  };

  beforeAll(async () => {
    const { sql, close } = connectSql(cluster().uri('postgres'));
    data = String((await sql('SHOW data_directory'))[0]?.[0]);
    await sql("CREATE ROLE guarded LOGIN PASSWORD 'pw'");
    await close();
    right = await makeCertificate(data, 'server');
    wrong = await makeCertificate(home, 'wrong');
    sockets = join(data, 'p:r:i');
    await mkdir(sockets);
    const { uid, gid } = await stat(data);
    for (const file of [right, join(data, 'server.key'), sockets]) await chown(file, uid, gid);
    const rules = ['local all all trust', 'host all guarded all scram-sha-256', 'host all all all trust'];
    await writeFile(join(data, 'pg_hba.conf'), rules.join('\n'));
    await configure('ssl = on', `unix_socket_directories = '${sockets}'`);
  }, startsWithinMS);

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

  const at = (host: string, options: string, user = 'postgres'): string =>
    `postgresql://${user}@${host}/postgres?port=${cluster().port}&${options}`
      .replaceAll('RIGHT', right)
      .replace('WRONG', wrong)
      .replace('SOCKETS', encodeURIComponent(sockets));

  const selfSigned = expect.stringMatching(/^self-signed certificate/);
  const otherHost = expect.stringMatching(/^Hostname\/IP does not match/);

  // As psql does, or stricter.
  it.each<[host: string, options: string, outcome: unknown]>([
    ['127.0.0.1', '', 'encrypted'],
    ['127.0.0.1', 'sslmode=disable', 'plain'],
    ['127.0.0.1', 'sslmode=require', 'encrypted'],
    ['127.0.0.1', 'sslrootcert=WRONG', selfSigned],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=RIGHT', 'encrypted'],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=WRONG', selfSigned],
    ['localhost', 'sslmode=verify-full&sslrootcert=RIGHT', 'encrypted'],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=RIGHT', otherHost],
    ['localhost', 'sslrootcert=system', selfSigned],
    ['', 'host=SOCKETS&sslmode=verify-full', 'plain'],
  ])('to %s with %s: %s', async (host, options, outcome) => {
    expect(await outcomeOf(at(host, options))).toEqual(outcome);
  });

  it('needs the password that the server asks for', async () => {
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded'))).toMatch(
      /^PostgreSQL cannot be used: the server asks for another password: SASL/,
    );
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded:wrong'))).toBe(
      'PostgreSQL cannot be used: password authentication failed for user "guarded"',
    );
  });

  it('uses a certificate that was renewed on disk, without a restart', async () => {
    const { ping } = await open(at('localhost', 'sslmode=verify-full&sslrootcert=RIGHT'));
    expect(await ping()).toEqual(E.right(undefined));
    await makeCertificate(data, 'server');
    await cluster().stop();
    await cluster().start();
    await expect.poll(ping, { timeout: 5_000 }).toEqual(E.right(undefined));
  });

  it.each([
    ['', 'plain'],
    ['sslmode=require', 'PostgreSQL cannot be used: The server does not support SSL connections'],
  ])('of a server without TLS, with %s: %s', async (options, outcome) => {
    await configure('ssl = off');
    expect(await outcomeOf(at('127.0.0.1', options))).toBe(outcome);
  });
});
