import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectSql } from '@animal-store/testkit/postgres';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { connect, describeOnCluster, refusalOf } from './store.ts';

const run = promisify(execFile);

const makeCertificate = async (folder: string, name: string): Promise<string> => {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', file]);
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
  });
  beforeEach(() => void vi.stubEnv('HOME', home));
  afterAll(() => void vi.unstubAllEnvs());

  /** Whether the connections of a started store are encrypted, or why it does not start. */
  const outcomeOf = async (uri: string): Promise<unknown> => {
    const refusal = await refusalOf(uri);
    if (refusal !== 'none') return refusal;
    const store = await connect(uri);
    const { sql, close } = connectSql(cluster().uri('postgres'));
    const rows = await sql(
      "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'animal-store'",
    );
    await close();
    await store.close();
    return rows.map(([ssl]) => (ssl === 't' ? 'encrypted' : 'plain')).join();
  };

  const at = (host: string, options: string, user = 'postgres'): string =>
    `postgresql://${user}@${host}:${cluster().port}/postgres?${options}`
      .replaceAll('RIGHT', right)
      .replace('WRONG', wrong)
      .replace('SOCKETS', encodeURIComponent(sockets));

  const untrusted = 'PostgreSQL cannot be used: the certificate of the server is not trusted: ';
  const otherHost = expect.stringContaining(`${untrusted}Hostname/IP does not match`);
  const selfSigned = expect.stringContaining(`${untrusted}self-signed certificate`);

  // As psql does, or stricter.
  it.each<[host: string, options: string, outcome: unknown]>([
    ['127.0.0.1', '', 'encrypted'],
    ['127.0.0.1', 'sslmode=disable', 'plain'],
    ['127.0.0.1', 'sslmode=allow', 'encrypted'],
    ['127.0.0.1', 'sslmode=prefer&sslrootcert=WRONG', 'encrypted'],
    ['127.0.0.1', 'sslmode=require', 'encrypted'],
    ['127.0.0.1', 'sslmode=require&sslrootcert=WRONG', selfSigned],
    ['127.0.0.1', 'sslrootcert=WRONG', selfSigned],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=RIGHT', 'encrypted'],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=WRONG', selfSigned],
    ['localhost', 'sslmode=verify-full&sslrootcert=RIGHT', 'encrypted'],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=RIGHT', otherHost],
    ['localhost', 'sslmode=verify-full', selfSigned],
    ['localhost', 'sslrootcert=system', selfSigned],
    ['localhost', 'sslcert=RIGHT&sslkey=RIGHT', expect.stringMatching(/^PostgreSQL cannot be used: TLS fails: /)],
    ['', 'host=SOCKETS', 'plain'],
    ['', 'host=SOCKETS&sslmode=verify-full', 'plain'],
  ])('to %s with %s: %s', async (host, options, outcome) => {
    expect(await outcomeOf(at(host, options))).toEqual(outcome);
  });

  it('is verified if sslmode=require and the user has root certificates', async () => {
    const folder = join(home, '.postgresql');
    await mkdir(folder);
    await run('cp', [wrong, join(folder, 'root.crt')]);
    expect(await outcomeOf(at('127.0.0.1', 'sslmode=require'))).toEqual(selfSigned);
    expect(await outcomeOf(at('127.0.0.1', 'sslmode=require&sslrootcert='))).toEqual(selfSigned);
    await run('cp', [right, join(folder, 'root.crt')]);
    expect(await outcomeOf(at('127.0.0.1', 'sslmode=require'))).toBe('encrypted');
    await rm(folder, { recursive: true });
  });

  it('is bound to the password where channel binding is required', async () => {
    const required = 'sslmode=require&channel_binding=require';
    const none = 'PostgreSQL cannot be used: channel binding is required, and the server offers none';
    expect(await outcomeOf(at('127.0.0.1', required, 'guarded:pw'))).toMatch(/permission denied/);
    expect(await outcomeOf(at('127.0.0.1', required))).toBe(none);
    expect(await outcomeOf(at('127.0.0.1', 'sslmode=disable&channel_binding=require', 'guarded:pw'))).toBe(none);
  });

  it('needs the password that the server asks for', async () => {
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded'))).toMatch(
      /^PostgreSQL cannot be used: the server asks for another password: SASL/,
    );
    expect(await outcomeOf(at('127.0.0.1', '', 'guarded:wrong'))).toBe(
      'PostgreSQL cannot be used: password authentication failed for user "guarded"',
    );
  });

  it('takes what the string does not say from the variables of psql', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PGHOST', '127.0.0.1');
    vi.stubEnv('PGPORT', String(cluster().port));
    vi.stubEnv('PGDATABASE', 'postgres');
    vi.stubEnv('PGUSER', 'guarded');
    vi.stubEnv('PGPASSWORD', 'pw');
    vi.stubEnv('PGOPTIONS', '-c default_transaction_isolation=serializable');
    expect(await refusalOf('postgresql://')).toContain('default_transaction_isolation is serializable');
  });

  it.each([
    ['', 'plain'],
    ['sslmode=require', 'PostgreSQL cannot be used: The server does not support SSL connections'],
  ])('of a server without TLS, with %s: %s', async (options, outcome) => {
    await configure('ssl = off');
    expect(await outcomeOf(at('127.0.0.1', options))).toBe(outcome);
  });
});
