import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, expect, it } from 'vitest';
import { bothOn } from './store.ts';

describeOnMongodb('A start and a check end because waiting does not help', ({ uri }) => {
  const [, host = '', port = ''] = /\/\/([^/:]+):(\d+)/.exec(uri) ?? [];
  const folder = temporaryFolder(afterAll);
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('text'), 'a text');

  const expectEnd = async (address: string, options: string, reason: RegExp): Promise<void> => {
    const [checked, started] = await bothOn(`mongodb://${address}/zoo?serverSelectionTimeoutMS=1000&${options}`);
    expect(checked).toMatch(reason);
    expect(started).toBe(checked);
  };

  it.each([
    ['directConnection=true&compressors=snappy', /^MongoDB cannot be used: .*snappy/],
    [
      'directConnection=true&authMechanism=MONGODB-OIDC&authMechanismProperties=ENVIRONMENT:test',
      /^MongoDB cannot be used: OIDC_TOKEN_FILE must be set in the environment/,
    ],
    ['directConnection=true&authMechanism=MONGODB-X509', /^MongoDB refuses the credentials: /],
    [`tls=true&tlsCAFile=${file('none')}`, /^MongoDB cannot be used: ENOENT: no such file or directory/],
    [`tls=true&tlsCertificateKeyFile=${file('text')}`, /^MongoDB cannot be used, because TLS fails: /],
    ['replicaSet=other', /^MongoDB cannot be used, because no host belongs to replicaSet=other: /],
    ['loadBalanced=true', /^MongoDB cannot be used: .* the server does not support this mode/],
  ])('with %s', (options, reason) => expectEnd(`${host}:${port}`, options, reason));

  it('with a certificate that is not trusted', async (test) => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', file('key')];
    execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=x', '-out', file('certificate')], {
      stdio: 'ignore',
    });
    const [certificate, secret] = ['certificate', 'key'].map((name) => readFileSync(file(name)));
    const port = await startServer(createServer({ cert: certificate, key: secret }), test.onTestFinished);
    const reason = /^MongoDB cannot be used, because TLS fails: self-signed certificate/;
    await expectEnd(`localhost:${port}`, 'tls=true&directConnection=true', reason);
  });

  it('not while a host is away that may belong to the replica set', async () => {
    const hosts = `mongodb://${host}:${port},127.0.0.1:1`;
    expect(await bothOn(`${hosts}/?replicaSet=other&serverSelectionTimeoutMS=1000`)).toEqual(['unavailable', 'usable']);
  });
});
