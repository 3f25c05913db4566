import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';
import { describeOnMongodb, startMongod, withOption } from '@animal-store/testkit/mongodb';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bothOn } from './store.ts';

const run = promisify(execFile);

const twice = (message: string): readonly string[] => [message, message];
const cannot = (reason: string): readonly string[] => twice(`MongoDB cannot be used: ${reason}`);

const makeCertificate = async (folder: string, name: string): Promise<string> => {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', file]);
  await writeFile(join(folder, `${name}.pem`), `${await readFile(key)}${await readFile(file)}`);
  return file;
};

describeOnMongodb('A connection string that does not fit the server', ({ uri }) => {
  const address = /\/\/([^/]+)/.exec(uri)?.[1] ?? '';
  const folder = temporaryFolder(afterAll);
  const file = (name: string): string => encodeURIComponent(join(folder, name));
  let encrypted = 0;
  const closings: (() => void)[] = [];
  afterAll(() => {
    for (const close of closings) close();
  });

  /** Starts a server that takes the encryption off, as a MongoDB with `tlsMode: requireTLS` does. */
  const startTls = async (options: TlsOptions): Promise<number> => {
    const [host, port] = address.split(':');
    const server = createTlsServer(options, (socket) => {
      const upstream = connectSocket(Number(port), host);
      for (const each of [socket, upstream])
        each.on('error', () => upstream.destroy()).on('close', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closings.push(() => server.close());
    return (server.address() as AddressInfo).port;
  };
  const at = (host: string, options: string): string =>
    `mongodb://${host}:${encrypted}/animal-store?directConnection=true&serverSelectionTimeoutMS=1000&${options}`;

  beforeAll(async () => {
    const [certificate] = await Promise.all(['server', 'other'].map((name) => makeCertificate(folder, name)));
    const [cert, key] = await Promise.all(
      [certificate ?? '', join(folder, 'server.key')].map((name) => readFile(name)),
    );
    encrypted = await startTls({ cert, key });
  });

  it('is refused by the start and the check: no TLS on either side', async () => {
    expect(await bothOn(at('127.0.0.1', ''))).toEqual(cannot(`127.0.0.1:${encrypted} requires TLS: add tls=true`));
    expect(await bothOn(withOption(uri, 'tls=true&serverSelectionTimeoutMS=1000'))).toEqual(
      cannot(`${address} does not use TLS: remove tls=true`),
    );
  });

  it.each<[string, string, () => string, RegExp]>([
    ['an unknown authority', 'localhost', () => '', /self-signed certificate/],
    ['another authority', 'localhost', () => `&tlsCAFile=${file('other.crt')}`, /self-signed certificate/],
    [
      'another host',
      '127.0.0.1',
      () => `&tlsCAFile=${file('server.crt')}`,
      /IP: 127\.0\.0\.1 is not in the cert's list/,
    ],
    [
      'no file',
      'localhost',
      () => `&tlsCAFile=${file('none.crt')}`,
      /ENOENT: no such file or directory, open '.*none\.crt'/,
    ],
    [
      'no key',
      'localhost',
      () => `&tlsCertificateKeyFile=${file('server.crt')}`,
      /DECODER routines::unsupported|PEM routines::no start line/,
    ],
  ])('is refused by the start and the check: %s', async (_, host, options, reason) => {
    const [checked, started] = await bothOn(at(host, `tls=true${options()}`));
    expect(checked).toMatch(new RegExp(`^MongoDB cannot be used(?:, because TLS fails)?: .*(?:${reason.source})`));
    expect(started).toBe(checked);
  });

  it('is used with the right certificate', async () => {
    expect((await bothOn(at('localhost', `tls=true&tlsCAFile=${file('server.crt')}`)))[1]).toBe('usable');
  });

  it('is refused by the start and the check: the replica set', async () => {
    const [checked, started] = await bothOn(withOption(uri, 'replicaSet=other&serverSelectionTimeoutMS=1000'));
    expect(checked).toMatch(
      /^MongoDB cannot be used: \S+ belongs to the replica set \S+, and replicaSet=other names another one$/,
    );
    expect(started).toBe(checked);
  });

  it('waits while a server is away that may be the right one', async () => {
    const options = '?replicaSet=other&serverSelectionTimeoutMS=1000';
    expect(await bothOn(`mongodb://${address},127.0.0.1:1/${options}`)).toEqual(['unavailable', 'usable']);
  });

  it('is refused by the start and the check: a load balancer', async () => {
    expect(await bothOn(`mongodb://${address}/?loadBalanced=true`)).toEqual(
      cannot('Driver attempted to initialize in load balancing mode, but the server does not support this mode.'),
    );
  });

  it('is refused by the start and the check: a server of another time', async () => {
    // The reply to a first `hello`, in the wire protocol of old servers (OP_REPLY).
    const old = {
      ok: 1,
      ismaster: true,
      minWireVersion: 0,
      maxWireVersion: 6,
      maxBsonObjectSize: 1,
      maxMessageSizeBytes: 1,
    };
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (request) => {
          const body = BSON.serialize(old);
          const head = Buffer.alloc(36);
          for (const [at, value] of [
            [0, head.length + body.length],
            [8, request.readInt32LE(4)],
            [12, 1],
            [32, 1],
          ] as const)
            head.writeInt32LE(value, at);
          socket.write(Buffer.concat([head, body]));
        });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closings.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const [checked, started] = await bothOn(`mongodb://127.0.0.1:${port}/?serverSelectionTimeoutMS=1000`);
    expect(checked).toMatch(/^MongoDB cannot be used: Server at \S+ reports maximum wire version 6, /);
    expect(started).toBe(checked);
  });
});

const { run: containers } = inject('mongodb');

describe.skipIf(containers === undefined)('A single server', () => {
  it('is used, unless the connection string names a replica set', async (test) => {
    const mongod = await startMongod(containers ?? '');
    test.onTestFinished(mongod.remove);
    const uri = `mongodb://${mongod.address}/animal-store?serverSelectionTimeoutMS=1000`;
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    expect(await bothOn(withOption(uri, 'replicaSet=rs0'))).toEqual(
      cannot(`${mongod.address} does not belong to a replica set, and replicaSet=rs0 names another one`),
    );
    expect(await bothOn(withOption(uri, 'replicaSet=rs0&directConnection=true'))).toEqual(
      cannot('the server does not belong to the replica set rs0'),
    );
  }, 60_000);
});
