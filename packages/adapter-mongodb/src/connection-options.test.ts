import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { optionRules } from './connection-options.ts';
import { openDatabase } from './open-database.ts';

const openedWith = (options: string, scheme = 'mongodb', user = 'clerk:s3cret@') =>
  openDatabase(`${scheme}://${user}db.example/zoo?${options}`);

/** An accepted value of each option, and how the client has it. */
const applied: [options: string, client: object, scheme?: string][] = [
  ['appName=zoo', { appName: 'zoo' }],
  ['authMechanism=SCRAM-SHA-1', { credentials: { mechanism: 'SCRAM-SHA-1' } }],
  [
    'authMechanism=SCRAM-SHA-1&authMechanismProperties=SERVICE_NAME:x',
    { credentials: { mechanismProperties: { SERVICE_NAME: 'x' } } },
  ],
  ['authSource=staff', { credentials: { source: 'staff' } }],
  ['compressors=zlib,zstd', { compressors: ['zlib', 'zstd'] }],
  ['connectTimeoutMS=7', { connectTimeoutMS: 7 }],
  ['directConnection=true', { directConnection: true }],
  ['heartbeatFrequencyMS=500', { heartbeatFrequencyMS: 500 }],
  ['journal=true', { writeConcern: { journal: true } }],
  ['loadBalanced=true', { loadBalanced: true }],
  ['maxConnecting=7', { maxConnecting: 7 }],
  ['maxIdleTimeMS=0', { maxIdleTimeMS: 0 }],
  ['maxPoolSize=7', { maxPoolSize: 7 }],
  ['minPoolSize=7&maxPoolSize=7', { minPoolSize: 7 }],
  ['readPreference=primary', { readPreference: { mode: 'primary' } }],
  ['replicaSet=rs0', { replicaSet: 'rs0' }],
  ['retryReads=true', { retryReads: true }],
  ['retrywrites=false', { retryWrites: false }],
  ['serverMonitoringMode=poll', { serverMonitoringMode: 'poll' }],
  ['serverSelectionTimeoutMS=4000', { serverSelectionTimeoutMS: 4000 }],
  ['socketTimeoutMS=3600000', { socketTimeoutMS: 3_600_000 }],
  ['srvAllowedHostsSuffix=db.example', { srvAllowedHostsSuffix: '.db.example' }, 'mongodb+srv'],
  ['srvMaxHosts=7', { srvMaxHosts: 7 }, 'mongodb+srv'],
  ['srvServiceName=zoo', { srvServiceName: 'zoo' }, 'mongodb+srv'],
  ['ssl=true', { tls: true }],
  ['tls=true', { tls: true }],
  ['tls=true&tlsAllowInvalidCertificates=true', { rejectUnauthorized: false }],
  ['tls=true&tlsAllowInvalidHostnames=true', { checkServerIdentity: expect.any(Function) }],
  ['ssl=true&tlsCAFile=a.pem', { tlsCAFile: 'a.pem' }],
  ['tlsCRLFile=a.pem', { tlsCRLFile: 'a.pem', tls: true }, 'mongodb+srv'],
  ['tls=true&tlsCertificateKeyFile=a.pem', { tlsCertificateKeyFile: 'a.pem' }],
  ['tls=true&tlsCertificateKeyFilePassword=pw', { passphrase: 'pw' }],
  ['tls=true&tlsInsecure=true', { rejectUnauthorized: false }],
  ['w=majority', { writeConcern: { w: 'majority' } }],
  ['waitQueueTimeoutMS=7', { waitQueueTimeoutMS: 7 }],
  ['compressors=zlib&zlibCompressionLevel=-1', { zlibCompressionLevel: -1 }],
];

it.each(applied)('%s is applied', (options, client, scheme) => {
  expect(openedWith(options, scheme)).toMatchObject({ right: { client: { options: client } } });
});

const milliseconds = 'must be a whole number from 1 to 3600000';
const connections = 'must be a whole number from 1 to 10000';
const flag = 'must be one of true, false';
const withoutTls = 'has no effect without tls=true';

/** A refused value of each option, and the reason. */
const refused: [option: string, reason: string, scheme?: string][] = [
  [
    'authMechanism=aws',
    'must be one of DEFAULT, SCRAM-SHA-1, SCRAM-SHA-256, MONGODB-X509, MONGODB-AWS, MONGODB-OIDC, GSSAPI, PLAIN',
  ],
  ['authMechanism=MONGODB-AWS', 'needs the package @aws-sdk/credential-providers, which is not installed'],
  ['authMechanism=GSSAPI', 'needs the package kerberos, which is not installed'],
  ['authMechanismProperties=SERVICE_NAME:x', 'has no effect without authMechanism'],
  ['compressors=snappy', 'needs the package snappy, which is not installed'],
  ['compressors=zlib,lz4', 'must be one of none, snappy, zlib, zstd'],
  ['connectTimeoutMS=0', milliseconds],
  ['directConnection=1', flag],
  ['heartbeatFrequencyMS=499', 'must be a whole number from 500 to 3600000'],
  ['journal=false', 'must be true'],
  ['loadBalanced=yes', flag],
  ['maxConnecting=0', connections],
  ['maxIdleTimeMS=-1', 'must be a whole number from 0 to 3600000'],
  ['maxPoolSize=0', connections],
  ['minPoolSize=51', 'must be a whole number from 0 to 50'],
  ['proxyHost=127.0.0.1', 'needs the package socks, which is not installed'],
  ['proxyPort=0', 'must be a whole number from 1 to 65535'],
  ['readPreference=nearest', 'must be primary'],
  ['retryReads=false', 'must be true'],
  ['retryWrites=1', flag],
  ['serverMonitoringMode=push', 'must be one of auto, poll, stream'],
  ['serverSelectionTimeoutMS=4001', 'must be a whole number from 1 to 4000'],
  ['socketTimeoutMS=3600001', milliseconds],
  ['srvMaxHosts=-1', 'must be a whole number from 0 to 1000', 'mongodb+srv'],
  ['ssl=1', flag],
  ['tls=1', flag],
  ['tlsAllowInvalidCertificates=true', withoutTls],
  ['tlsAllowInvalidHostnames=true', withoutTls],
  ['tlsCAFile=a.pem', withoutTls],
  ['tlsCRLFile=a.pem', withoutTls],
  ['tlsCertificateKeyFile=a.pem', withoutTls],
  ['tlsCertificateKeyFilePassword=pw', withoutTls],
  ['tlsInsecure=true', withoutTls],
  ['w=1', 'must be majority'],
  ['waitQueueTimeoutMS=1s', milliseconds],
  ['zlibCompressionLevel=1', 'has no effect without compressors=zlib'],
];

const invalid = (problem: string) =>
  E.left({ _tag: 'MongoMisconfigured', message: `The MongoDB connection string is not valid: ${problem}` });

it.each(refused)('%s is refused, because it %s', (option, reason, scheme) => {
  expect(openedWith(option, scheme)).toEqual(invalid(`the option ${option.split('=')[0]} ${reason}`));
});

it('refuses an option without a user that needs one, and an option that is given twice', () => {
  expect(openedWith('authSource=staff', 'mongodb', '')).toEqual(
    invalid('the option authSource has no effect without a user'),
  );
  expect(openedWith('maxPoolSize=7&w=majority&maxpoolsize=8&w=majority')).toEqual(
    invalid('the option maxPoolSize is given twice; the option w is given twice'),
  );
});

const { OPTIONS } = createRequire(createRequire(import.meta.url).resolve('mongodb'))('./connection_string.js');

it('has a value of each option in these tables, and refuses each other option of the driver by its name', () => {
  const named = (rows: readonly (readonly [string, ...unknown[]])[]) => rows.flatMap(([row]) => row.split(/=[^&]*&?/));
  const shown = new Set([...named(applied), 'retryWrites', ...named(refused)]);
  // They need a package that is not installed, so they cannot be applied here.
  const alone = ['proxyPassword', 'proxyUsername'];
  expect(Object.keys(optionRules).filter((name) => !shown.has(name))).toEqual(alone);
  const others = Object.keys(OPTIONS).filter((name) => !Object.hasOwn(optionRules, name));
  expect(others).toContain('timeoutMS');
  for (const name of others)
    expect(openedWith(`${name}=1`)).toEqual(invalid(`the option ${name} is not supported: remove it`));
});

it('is described in the guide', async () => {
  const guide = await readFile(new URL('../../../docs/mongodb.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Connection string\n(.*?)\n## /s.exec(guide) ?? [];
  const columns = section.match(/(?<=^\| )`.*?(?= \|)/gm) ?? [];
  const named = columns.flatMap((column) => column.match(/(?<=`)\w+(?=[`=])/g) ?? []);
  expect(named.toSorted()).toEqual(Object.keys(optionRules).toSorted());
});
